#include "gateways/http/api/error.hpp"
#include "gateways/http/nodes/driver_calls.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/body_table.hpp"
#include "gateways/http/view/request_body.hpp"
#include "messages/model/field.hpp"
#include "messages/model/instance_interfaces.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

std::vector<vendor_method> methods_of(const call& call, const json& snapshot) {
  const auto name = interface_in_use(snapshot.at(attributes_key), "vendor");
  const auto* vendor = name ? call.services.catalog.find("vendor", *name) : nullptr;
  return vendor != nullptr ? vendor->vendor_methods : std::vector<vendor_method>{};
}

json describe_method(const vendor_method& vendor_method) {
  return {{"http_methods", vendor_method.http_methods},
          {"async", vendor_method.async},
          {"description", vendor_method.description},
          {"attach", false},
          {"require_exclusive_lock", vendor_method.require_exclusive_lock}};
}

/// The method that agents of older releases call; it has its own route.
json describe_heartbeat() {
  vendor_method out;
  out.description = "Receives the heartbeat of an agent of an older release.";
  out.require_exclusive_lock = false;
  return describe_method(out);
}

result<vendor_method> find_method(const call& call, const json& snapshot, const std::string& name) {
  const auto all = methods_of(call, snapshot);
  const auto method =
      std::find_if(all.begin(), all.end(), [&](const auto& y) { return y.name == name; });
  if (method == all.end())
    return invalid("The vendor interface of the node has no method '" + name.substr(0, 64) + "'.");
  const auto& verbs = method->http_methods;
  if (std::find(verbs.begin(), verbs.end(), call.request.method) == verbs.end())
    return invalid("The method '" + name + "' does not support the HTTP method " +
                   call.request.method.substr(0, 16) + ".");
  return *method;
}

task<> call_method(const call_ptr& call, const std::string& name, json args) {
  const auto node = co_await read_node(call, call->arguments[0]);
  const auto method = co_await find_method(*call, node.snapshot, name);
  call_driver what{"vendor", name, std::move(args), !method.async};
  const auto answer = co_await ask_driver(call, node.uuid, std::move(what));
  if (method.async) co_return call->respond_empty(202);
  call->respond_json(to_text(answer));
}

}  // namespace

const body_table vendor_arguments_body{.name = "VendorArguments", .open = true, .needed = false};

task<> list_vendor_methods(const call_ptr& call) {
  const auto node = co_await read_node(call, call->arguments[0]);
  json out = json::object();
  for (const auto& method : methods_of(*call, node.snapshot))
    out[method.name] = describe_method(method);
  out["heartbeat"] = describe_heartbeat();
  call->respond_json(to_text(out));
}

task<> call_vendor_method(const call_ptr& call) {
  const auto* name = call->url.parameter("method");
  if (name == nullptr) co_await invalid("Missing mandatory parameter: method");
  auto args = co_await read_body(*call);
  co_await call_method(call, *name, std::move(args));
}

task<> call_vendor_method_in_path(const call_ptr& x) {
  auto args = co_await read_body(*x);
  co_await call_method(x, x->arguments[1], std::move(args));
}

}  // namespace ironbus::http
