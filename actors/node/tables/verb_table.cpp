#include "actors/node/tables/verb_table.hpp"

namespace ironbus {

namespace {

using e = provision_event;
using i = instance_interfaces;

constexpr std::array<std::string_view, 2> power_and_deploy{"power", "deploy"};
constexpr std::array<std::string_view, 2> power_and_network{"power", "network"};
constexpr std::array<std::string_view, 2> power_and_inspect{"power", "inspect"};
constexpr std::array<std::string_view, 2> power_and_rescue{"power", "rescue"};
constexpr std::array<std::string_view, 1> power_only{"power"};

void take_config_drive(node& node, json& request) {
  const auto found = request.find("configdrive");
  if (found == request.end()) return;
  node.instance_info.edit()["configdrive"] = std::move(*found);
  request.erase("configdrive");
}

void take_rescue_password(node& x, json& request) {
  x.instance_info.edit()[rescue_password_key] = request.value(rescue_password_key, "");
  request.erase(rescue_password_key);
}

// clang-format off
constexpr std::array verb_rules{
    verb_rule{.event = e::manage, .begins = workflow::verify},
    verb_rule{.event = e::provide, .begins = workflow::automated_clean, .makes_available = true},
    verb_rule{.event = e::inspect, .begins = workflow::inspect, .validated = power_and_inspect},
    verb_rule{.event = e::clean, .begins = workflow::manual_clean, .refused_in_maintenance = true,
              .validated = power_and_network, .needs_steps = true},
    verb_rule{.event = e::deploy, .begins = workflow::deploy, .refused_in_maintenance = true,
              .validated = power_and_deploy, .deploys = true,
              .interfaces = i::chosen, .take = take_config_drive},
    verb_rule{.event = e::rebuild, .begins = workflow::deploy, .refused_in_maintenance = true,
              .refused_if_protected = true, .validated = power_and_deploy, .deploys = true,
              .interfaces = i::chosen, .take = take_config_drive},
    verb_rule{.event = e::undeploy, .begins = workflow::undeploy, .refused_if_protected = true,
              .validated = power_only, .interfaces = i::kept},
    verb_rule{.event = e::adopt, .begins = workflow::adopt, .interfaces = i::chosen},
    verb_rule{.event = e::rescue, .begins = workflow::rescue, .refused_in_maintenance = true,
              .validated = power_and_rescue, .interfaces = i::kept, .take = take_rescue_password},
    verb_rule{.event = e::unrescue, .begins = workflow::unrescue, .refused_in_maintenance = true,
              .validated = power_and_rescue, .interfaces = i::kept},
    verb_rule{.event = e::service, .begins = workflow::service, .refused_in_maintenance = true,
              .validated = power_and_network, .needs_steps = true, .interfaces = i::kept},
};
// clang-format on

}  // namespace

const verb_rule* find_rule(provision_event provision_event) {
  for (const auto& row : verb_rules)
    if (row.event == provision_event) return &row;
  return nullptr;
}

}  // namespace ironbus
