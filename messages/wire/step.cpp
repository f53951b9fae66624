#include "messages/wire/step.hpp"

#include "messages/base/codec.hpp"
#include "messages/base/enum_text.hpp"
#include "messages/contract/step_needs.hpp"
#include "messages/model/agent_session.hpp"

namespace ironbus {

namespace {

constexpr enum_text<step_status> status_names{"step status",
                                              {"done", "waiting", "failed", "interrupted"}};

/// Large texts are not copied first and thrown away then.
json copy_without(const json& object, std::string_view left_out) {
  auto out = json::object();
  for (const auto& [key, value] : object.items())
    if (key != left_out) out[key] = value;
  return out;
}

}  // namespace

std::string_view to_string(step_status x) { return status_names[x]; }

void to_json(json& out, const step_status& x) { out = to_string(x); }

void from_json(const json& in, step_status& x) { x = status_names.read(in); }

machine machine_for(const step& what, const node& attributes, const std::vector<port>& ports) {
  const auto parts = needed_parts(what.interface, what.name, what.in_agent);
  machine out;
  out.uuid = attributes.uuid;
  out.name = attributes.name;
  out.driver = attributes.driver;
  out.conductor_group = attributes.conductor_group;
  out.driver_info = attributes.driver_info;
  out.driver_internal_info = (parts & part_agent_token) != 0
                                 ? attributes.driver_internal_info
                                 : without_agent_token(attributes.driver_internal_info);
  out.properties = attributes.properties;
  if ((parts & part_config_drive) != 0)
    out.instance_info = attributes.instance_info;
  else if ((parts & part_instance) != 0)
    out.instance_info = copy_without(attributes.instance_info, "configdrive");
  if ((parts & part_raid) != 0) out.target_raid_config = attributes.target_raid_config;
  out.power_state = attributes.power_state;
  out.disable_power_off = attributes.disable_power_off;
  for (auto kind : interface_kinds)
    if (const auto& name = attributes.*interface_member(kind)) out.interfaces.emplace(kind, *name);
  if ((parts & part_ports) != 0) out.ports = ports;
  return out;
}

std::string claim_key(const step_id& x) {
  return x.operation_id + "." + std::to_string(x.index) + "." + std::to_string(x.attempt);
}

IRONBUS_CODEC(machine, uuid, name, driver, conductor_group, driver_info, driver_internal_info,
              properties, instance_info, target_raid_config, power_state, disable_power_off,
              interfaces, ports)
IRONBUS_CODEC(step_request, id, what, kind, deadline, on, doubtful, task_handle)
IRONBUS_CODEC(facts, power_state, boot_mode, secure_boot, console_enabled, health, properties,
              driver_internal_info, raid_config, inventory, mac_addresses, bios, firmware)
IRONBUS_CODEC(step_outcome, id, status, reason, why, waits_for, wait_seconds, task_handle,
              poll_seconds, observed, steps_changed, agent_gone, answer, worker, evidence)
IRONBUS_CODEC(power_survey::target, on, expected, always)
IRONBUS_CODEC(power_survey, shard, targets)
IRONBUS_CODEC(power_finding, node, power_state, error)

}  // namespace ironbus
