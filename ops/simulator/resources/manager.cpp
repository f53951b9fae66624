#include "ops/simulator/redfish/body_check.hpp"
#include "ops/simulator/redfish/paths.hpp"
#include "ops/simulator/resources/handlers.hpp"
#include "ops/simulator/resources/oem_paths.hpp"

#include <array>

namespace ironbus::simulator {

namespace {

// BMC clocks have whole seconds.
std::string shown_clock(const call& call) {
  return to_string(std::chrono::floor<std::chrono::seconds>(call.now() + call.memory.clock_offset));
}

}  // namespace

answer list_managers(const call& call) {
  return reply{200, collection(call.path, "ManagerCollection", "Managers",
                               json::array({link_to(manager_path(call.kind()))}))};
}

answer show_manager(const call& call) {
  const auto& kind = call.kind();
  const auto path = manager_path(kind);
  auto out = resource(path, "Manager.v1_11_0.Manager", std::string{kind.manager_id}, "Manager");
  out["ManagerType"] = "BMC";
  out["Manufacturer"] = kind.manufacturer;
  out["Model"] = kind.bmc_model;
  out["FirmwareVersion"] = call.machine().versions().bmc;
  out["UUID"] = derived_uuid("manager of " + call.machine().who().uuid);
  out["DateTime"] = shown_clock(call);
  out["DateTimeLocalOffset"] = "+00:00";
  out["PowerState"] = "On";
  out["Status"] = good_status();
  if (!kind.media_under_system) out["VirtualMedia"] = link_to(media_path(kind));
  out["Links"] = {{"ManagerForServers", json::array({link_to(system_path(kind))})},
                  {"ManagerForChassis", json::array({link_to(chassis_path(kind))})}};
  if (!kind.oem.empty()) out["Links"]["Oem"] = oem_links(kind);
  out["Actions"] = {
      {"#Manager.Reset", action(path, "Manager.Reset", "ResetType", kind.bmc_resets)}};
  return reply{200, out};
}

answer change_manager(const call& call) {
  static constexpr std::array rules{member_rule{"DateTime"},
                                    member_rule{"DateTimeLocalOffset", value_kind::text, "+00:00"}};
  if (auto wrong = check_properties(call.body, rules, show_manager(call)->body))
    return refuse(*wrong);
  if (!call.body.contains("DateTime")) return no_content();
  const auto text = call.body["DateTime"].get<std::string>();
  const auto wanted = parse_timestamp(text);
  if (!wanted) return refuse({"PropertyValueFormatError", {text, "DateTime"}, "#/DateTime"});
  call.memory.clock_offset = *wanted - call.now();
  return no_content();
}

answer reset_manager(const call& call) {
  const std::array rules{member_rule{"ResetType", value_kind::text, call.kind().bmc_resets}};
  if (auto wrong = check_parameters(call.body, rules, "Manager.Reset")) return refuse(*wrong);
  call.machine().restart_bmc(call.machine().speed().bmc_restart);
  return no_content();
}

}  // namespace ironbus::simulator
