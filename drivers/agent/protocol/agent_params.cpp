#include "drivers/agent/protocol/agent_params.hpp"

#include "messages/wire/events.hpp"

namespace ironbus {

namespace {

json port_params(const port& entry) {
  return {{"uuid", entry.uuid},
          {"address", entry.address},
          {"extra", entry.extra},
          {"local_link_connection", entry.local_link_connection},
          {"pxe_enabled", entry.pxe_enabled},
          {"portgroup_id", nullptr},
          {"physical_network", entry.physical_network},
          {"is_smartnic", entry.is_smartnic},
          {"name", entry.name}};
}

}  // namespace

json agent_params(const machine& target_machine) {
  json node = {{"uuid", target_machine.uuid},
               {"name", target_machine.name},
               {"driver", target_machine.driver},
               {"driver_info", mask_secrets(target_machine.driver_info)},
               {"driver_internal_info", mask_secrets(target_machine.driver_internal_info)},
               {"instance_info", mask_secrets(target_machine.instance_info)},
               {"properties", target_machine.properties},
               {"target_raid_config", target_machine.target_raid_config},
               {"power_state", target_machine.power_state},
               {"disable_power_off", target_machine.disable_power_off}};
  for (const auto& [kind, name] : target_machine.interfaces) node[kind + "_interface"] = name;
  auto ports = json::array();
  for (const auto& x : target_machine.ports) ports.push_back(port_params(x));
  return {{"node", std::move(node)}, {"ports", std::move(ports)}};
}

json agent_step_params(const step_request& request, const std::string& version_key, json args) {
  auto out = agent_params(request.machine);
  out["step"] = {{"interface", request.what.interface},
                 {"step", request.what.name},
                 {"priority", request.what.priority},
                 {"abortable", request.what.abortable},
                 {"requires_ramdisk", request.what.requires_ramdisk},
                 {"reboot_requested", false}};
  if (!args.empty()) out["step"]["args"] = std::move(args);
  out[version_key] =
      request.machine.driver_internal_info.value("hardware_manager_version", json::object());
  return out;
}

}  // namespace ironbus
