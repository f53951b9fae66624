#include "gateways/http/nodes/driver_calls.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

std::vector<vendor_method> methods_of(const call& x, const json& snapshot) {
  const auto name = snapshot.at("about").value("vendor_interface", json{});
  const auto* vendor =
      name.is_string() ? x.with.catalog.find("vendor", name.get<std::string>()) : nullptr;
  return vendor != nullptr ? vendor->vendor_methods : std::vector<vendor_method>{};
}

json describe_method(const vendor_method& x) {
  return {{"http_methods", x.http_methods},
          {"async", x.async},
          {"description", x.description},
          {"attach", false},
          {"require_exclusive_lock", x.require_exclusive_lock}};
}

/// What agents of older releases call, by a route of its own.
json describe_heartbeat() {
  vendor_method out;
  out.description = "An agent of an older release is alive, and says where it is.";
  out.require_exclusive_lock = false;
  return describe_method(out);
}

void call_method(const call_ptr& x, const std::string& name, const json& args) {
  with_node(x, x->arguments[0], [x, name, args](const std::string&, const json& snapshot) {
    const auto all = methods_of(*x, snapshot);
    const auto method =
        std::find_if(all.begin(), all.end(), [&](const auto& y) { return y.name == name; });
    if (method == all.end())
      return x->refuse({error_code::invalid, "The vendor interface of the node has no method '" +
                                                 name.substr(0, 64) + "'."});
    const auto& verbs = method->http_methods;
    if (std::find(verbs.begin(), verbs.end(), x->in.method) == verbs.end())
      return x->refuse({error_code::invalid, "The method '" + name + "' is not called by " +
                                                 x->in.method.substr(0, 16) + "."});
    if (method->async) return respond_when_called(x, {"vendor", name, args, false}, 202);
    with_driver_answer(x, {"vendor", name, args}, [x](const std::string&, const json& answer) {
      x->respond_json(to_text(answer));
    });
  });
}

/// The body of a call; without one there are no arguments.
result<json> arguments_of(const call& x) {
  return x.in.body.empty() ? result<json>{json::object()} : x.body_object();
}

}  // namespace

void list_vendor_methods(const call_ptr& x) {
  with_node(x, x->arguments[0], [x](const std::string&, const json& snapshot) {
    json out = json::object();
    for (const auto& method : methods_of(*x, snapshot)) out[method.name] = describe_method(method);
    out["heartbeat"] = describe_heartbeat();
    x->respond_json(to_text(out));
  });
}

void call_vendor_method(const call_ptr& x) {
  const auto* name = x->url.parameter("method");
  if (name == nullptr)
    return x->refuse({error_code::invalid, "Missing mandatory parameter: method"});
  const auto args = arguments_of(*x);
  if (!args) return x->refuse(args.error());
  call_method(x, *name, *args);
}

void call_vendor_method_in_path(const call_ptr& x) {
  const auto args = arguments_of(*x);
  if (!args) return x->refuse(args.error());
  call_method(x, x->arguments[1], *args);
}

}  // namespace ironbus::http
