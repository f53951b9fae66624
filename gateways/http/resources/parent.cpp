#include "gateways/http/resources/parent.hpp"

#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/resources/object_access.hpp"

namespace ironbus::http {

namespace {

using node_owner = std::optional<std::string>;

failure no_such_parent(const std::string& ident) {
  return {error_code::invalid, "Invalid value for 'parent_node': node " + ident.substr(0, 255) +
                                   " could not be found. It must have the same owner."};
}

task<std::string> find_parent(const call_ptr& call, const std::string& ident, node_owner owner) {
  auto none = no_such_parent(ident);
  const auto found = co_await tried(read_node(call, ident));
  if (!found) {
    const auto code = found.error().code;
    const bool is_missing = code == error_code::not_found || code == error_code::invalid;
    co_return tl::unexpected(is_missing ? std::move(none) : found.error());
  }
  const auto object = subject_of_node(found->attributes());
  const bool fits = is_allowed(*call, "baremetal:node:get", object) && object.node_owner == owner;
  if (!fits) co_return tl::unexpected(std::move(none));
  co_return found->uuid;
}

bool sets_parent(const patch_operation& x) {
  return x.path == "/parent_node" && x.op != "remove" && x.value.is_string();
}

}  // namespace

task<> take_parent(const call_ptr& call, json& fields) {
  const auto parent = fields.value("parent_node", json{});
  if (!parent.is_string()) co_return;
  const auto ident = parent.get<std::string>();
  const auto owner = subject_of_node(fields).node_owner;
  auto uuid = co_await find_parent(call, ident, owner);
  fields["parent_node"] = std::move(uuid);
}

/// The node refuses the patch if it has another owner by then, also that of an administrator.
task<> take_parent(const call_ptr& call, std::vector<patch_operation>& patch) {
  for (auto& one : patch) {
    if (!sets_parent(one)) continue;
    const auto child = co_await read_node_subject(call, call->arguments[0]);
    const auto ident = one.value.get<std::string>();
    auto uuid = co_await find_parent(call, ident, child.node_owner);
    one.value = std::move(uuid);
  }
}

}  // namespace ironbus::http
