#include "gateways/http/api/error.hpp"
#include "gateways/http/ramdisk/handlers.hpp"
#include "gateways/http/ramdisk/lookup.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/body_table.hpp"
#include "gateways/http/view/json_text.hpp"
#include "gateways/http/view/request_body.hpp"
#include "gateways/http/view/view.hpp"
#include "messages/base/text.hpp"
#include "messages/contract/mac_address.hpp"
#include "messages/model/driver_catalog.hpp"
#include "messages/platform/network.hpp"

#include <array>

// The lookup of agents from before /v1/lookup: by inventory, as a method of their driver. These
// agents do not support tokens, so they get none.

namespace ironbus::http {

namespace {

bool is_driver(const call& x, const std::string& name) {
  return x.services.catalog.find_type(name) != nullptr || is_old_driver(name);
}

result<std::monostate> check_payload(const std::string&, const json& version, int) {
  if (version == 2 || version == "2") return {};
  return invalid("Invalid value for 'version'; allowed: 2.");
}

constexpr std::array old_inventory_fields{
    body_field{.name = "interfaces",
               .type = body_type::list,
               .flags = needed,
               .description = "Objects with a usable mac_address; others are skipped."},
};
constexpr body_table old_inventory{.fields = old_inventory_fields, .open = true};

constexpr std::array old_lookup_fields{
    body_field{
        .name = "version", .flags = needed, .check = check_payload, .description = "Must be 2."},
    body_field{.name = "node_uuid", .type = body_type::uuid, .flags = may_be_null},
    body_field{
        .name = "inventory", .type = body_type::object, .flags = needed, .members = &old_inventory},
};

result<lookup_query> read_inventory(const json& body) {
  lookup_query out;
  out.node = body.value("node_uuid", std::optional<std::string>{});
  for (const auto& one : body.at("inventory").at("interfaces"))
    if (auto known = usable_mac(member_text(one, "mac_address")))
      out.addresses.push_back(std::move(*known));
  if (!out.node && out.addresses.empty())
    return invalid("'inventory/interfaces' holds no valid 'mac_address'.");
  return out;
}

}  // namespace

const body_table old_lookup_body{.name = "OldLookup", .fields = old_lookup_fields, .open = true};

task<> look_up_by_inventory(const call_ptr& call) {
  if (!is_driver(*call, call->arguments[0]))
    co_await fail(error_code::not_found,
                  "The driver '" + call->arguments[0].substr(0, 64) + "' could not be found.");
  const auto body = co_await read_body(*call);
  auto wanted = co_await read_inventory(body);
  const auto node = co_await find_for_ramdisk(call, std::move(wanted));
  std::string out =
      "{\"heartbeat_timeout\":" + std::to_string(call->services.options.heartbeat_timeout.count()) +
      ",\"node\":";
  append_ramdisk_node(out, *call, node.snapshot);
  call->respond_json(out += '}');
}

}  // namespace ironbus::http
