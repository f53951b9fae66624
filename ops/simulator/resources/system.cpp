#include "messages/base/enum_text.hpp"
#include "ops/simulator/redfish/body_check.hpp"
#include "ops/simulator/redfish/paths.hpp"
#include "ops/simulator/resources/boot_object.hpp"
#include "ops/simulator/resources/handlers.hpp"
#include "ops/simulator/resources/indicator.hpp"

#include <array>

namespace ironbus::simulator {

namespace {

constexpr enum_text<machine_power> power_names{{"Off", "PoweringOn", "On", "PoweringOff"}};

std::string_view boot_progress(const machine_state& machine) {
  if (machine.in_post()) return "SystemHardwareInitializationComplete";
  switch (machine.runs().source) {
    case boot_source::nothing: return "None";
    case boot_source::firmware: return "SetupEntered";
    default: return "OSRunning";
  }
}

void add_links(json& out, const profile& kind) {
  const std::string path = system_path(kind);
  for (const auto* name : {"Bios", "SecureBoot", "Storage", "Processors", "EthernetInterfaces"})
    out[name] = link_to(path + "/" + name);
  if (kind.simple_storage) out["SimpleStorage"] = link_to(path + "/SimpleStorage");
  if (kind.media_under_system) out["VirtualMedia"] = link_to(media_path(kind));
  out["Links"] = {{"ManagedBy", json::array({link_to(manager_path(kind))})},
                  {"Chassis", json::array({link_to(chassis_path(kind))})}};
  if (!kind.boot_settings.empty())
    out["@Redfish.Settings"] = {
        {"@odata.type", "#Settings.v1_3_0.Settings"},
        {"SettingsObject", link_to(path + "/" + std::string{kind.boot_settings})}};
}

// A profile with boot_settings accepts Boot only at the resource with the future state.
std::optional<fault> change_system_boot(const call& call) {
  if (!call.body.contains("Boot")) return std::nullopt;
  if (!call.kind().boot_settings.empty())
    return fault{"OperationSupportedInFutureStateURI", {"Boot"}, "#/Boot"};
  return change_boot(call, call.body["Boot"]);
}

bool settles(const call& call, std::string_view type) {
  const auto& machine = call.machine();
  return machine.power() == machine_power::powered_off && has_item("On,ForceOn", type) &&
         call.now() < machine.power_changed() + call.kind().power_settles;
}

}  // namespace

answer list_systems(const call& call) {
  return reply{200, collection(call.path, "ComputerSystemCollection", "Computer Systems",
                               json::array({link_to(system_path(call.kind()))}))};
}

answer show_system(const call& call) {
  const auto& kind = call.kind();
  const auto& machine = call.machine();
  const auto path = system_path(kind);
  auto out = resource(path, "ComputerSystem.v1_13_0.ComputerSystem", std::string{kind.system_id},
                      "System");
  out["SystemType"] = "Physical";
  out["Manufacturer"] = machine.manufacturer();
  out["Model"] = machine.model();
  out["SerialNumber"] = machine.who().serial;
  out["SKU"] = "SKU-" + machine.who().serial;
  out["UUID"] = machine.who().uuid;
  out["HostName"] = machine.who().name;
  out["AssetTag"] = machine.bios()["AssetTag"];
  out["PowerState"] = power_names[machine.power()];
  out["Status"] = good_status();
  out["IndicatorLED"] = show_indicator(call, "system");
  out["BiosVersion"] = machine.versions().bios;
  out["BootProgress"] = {{"LastState", boot_progress(machine)}};
  out["Boot"] = shown_boot(call);
  out["MemorySummary"] = {{"TotalSystemMemoryGiB", machine.who().built_in.memory_gib},
                          {"Status", {{"HealthRollup", "OK"}}}};
  out["ProcessorSummary"] = {{"Count", machine.who().built_in.sockets}, {"Model", processor_model}};
  out["Actions"] = {{"#ComputerSystem.Reset",
                     action(path, "ComputerSystem.Reset", "ResetType", kind.reset_types)}};
  add_links(out, kind);
  return reply{200, out};
}

answer change_system(const call& call) {
  static constexpr std::array rules{member_rule{"Boot", value_kind::object},
                                    member_rule{"IndicatorLED", value_kind::text, led_values}};
  if (auto wrong = check_properties(call.body, rules, show_system(call)->body))
    return refuse(*wrong);
  if (auto wrong = change_system_boot(call)) return refuse(*wrong);
  change_indicator(call, "system");
  return no_content();
}

answer reset_system(const call& call) {
  const auto& kind = call.kind();
  const std::array rules{member_rule{"ResetType", value_kind::text, kind.reset_types, true}};
  if (auto wrong = check_parameters(call.body, rules, "ComputerSystem.Reset"))
    return refuse(*wrong);
  const auto type = call.body["ResetType"].get<std::string>();
  if (settles(call, type))
    return refuse({"ActionParameterValueConflict", {"ResetType", type}, "#/ResetType"});
  if (!call.machine().reset(type) && kind.no_power_change)
    return refuse(to_fault(kind.no_power_change));
  return no_content();
}

}  // namespace ironbus::simulator
