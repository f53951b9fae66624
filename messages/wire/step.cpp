#include "messages/wire/step.hpp"

#include "messages/base/enum_text.hpp"
#include "messages/contract/boot_mode.hpp"
#include "messages/contract/step_carrier.hpp"
#include "messages/contract/step_needs.hpp"
#include "messages/model/agent_session.hpp"
#include "messages/model/driver_catalog.hpp"
#include "messages/model/instance_interfaces.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus {

namespace {

using enum member_kind;

constexpr enum_text<step_status> status_names{{{"done", "waiting", "failed", "interrupted"}}};

/// Avoids copying large texts that are then removed.
json_document copy_without(const json_document& object, std::string_view left_out) {
  if (!object.may_contain(left_out)) return object;
  auto out = json::object();
  for (const auto& [key, value] : object.items())
    if (key != left_out) out[key] = value;
  return out;
}

}  // namespace

std::string_view to_string(step_status x) { return status_names[x]; }

bool from_string(std::string_view name, step_status& out) { return status_names.read(name, out); }

machine machine_for(const step& what, const node& attributes, const std::vector<port>& ports,
                    const driver_catalog& drivers) {
  const auto parts = needed_parts(what.interface, what.name, what.in_agent);
  machine out;
  out.uuid = attributes.uuid;
  out.name = attributes.name;
  out.driver = attributes.driver;
  out.conductor_group = attributes.conductor_group;
  out.driver_internal_info = (parts & part_agent_token) != 0
                                 ? attributes.driver_internal_info
                                 : without_agent_token(attributes.driver_internal_info);
  // An inspection reports what the node itself lacks.
  out.properties =
      what.interface == "inspect" ? attributes.properties : properties_for_driver(attributes);
  if ((parts & part_config_drive) != 0)
    out.instance_info = attributes.instance_info;
  else if ((parts & part_instance) != 0)
    out.instance_info = copy_without(attributes.instance_info, "configdrive");
  if ((parts & part_raid) != 0) out.target_raid_config = attributes.target_raid_config;
  if ((parts & part_network_data) != 0) out.network_data = attributes.network_data;
  out.power_state = attributes.power_state;
  out.disable_power_off = attributes.disable_power_off;
  for (auto kind : interface_kinds)
    if (auto name = interface_in_use(attributes, kind))
      out.interfaces.emplace(kind, std::move(*name));
  const auto carrier = find_carrier(drivers, what, out.interfaces);
  if (const auto* implementation = drivers.find(carrier.kind, carrier.name))
    out.driver_info = needed_driver_info(*implementation, attributes.driver_info);
  if ((parts & part_ports) != 0) out.ports = ports;
  return out;
}

std::string claim_key(const step_id& x) {
  return x.operation_id + "." + std::to_string(x.index) + "." + std::to_string(x.attempt);
}

member_codecs<machine> members_of(const machine*) {
  using x = machine;
  static constexpr auto all = sorted_members(
      coded_member<&x::uuid>("uuid"), coded_member<&x::name>("name"),
      coded_member<&x::driver>("driver"), coded_member<&x::conductor_group>("conductor_group"),
      coded_member<&x::driver_info>("driver_info"),
      coded_member<&x::driver_internal_info>("driver_internal_info"),
      coded_member<&x::network_data, member_kind::if_filled>("network_data"),
      coded_member<&x::properties>("properties"), coded_member<&x::instance_info>("instance_info"),
      coded_member<&x::target_raid_config>("target_raid_config"),
      coded_member<&x::power_state>("power_state"),
      coded_member<&x::disable_power_off>("disable_power_off"),
      coded_member<&x::interfaces>("interfaces"), coded_member<&x::ports>("ports"));
  return all;
}

member_codecs<step_request> members_of(const step_request*) {
  using x = step_request;
  static constexpr auto all = sorted_members(
      coded_member<&x::id>("id"), coded_member<&x::what>("what"), coded_member<&x::kind>("kind"),
      coded_member<&x::deadline>("deadline"), coded_member<&x::machine>("on"),
      coded_member<&x::doubtful>("doubtful"), coded_member<&x::again>("again"),
      coded_member<&x::epoch>("epoch"), coded_member<&x::task_handle>("task_handle"));
  return all;
}

member_codecs<facts> members_of(const facts*) {
  using x = facts;
  static constexpr auto all = sorted_members(
      coded_member<&x::power_state>("power_state"), coded_member<&x::boot_mode>("boot_mode"),
      coded_member<&x::secure_boot>("secure_boot"),
      coded_member<&x::console_enabled>("console_enabled"), coded_member<&x::health>("health"),
      coded_member<&x::properties>("properties"),
      coded_member<&x::driver_internal_info>("driver_internal_info"),
      coded_member<&x::driver_info>("driver_info"), coded_member<&x::raid_config>("raid_config"),
      coded_member<&x::inventory>("inventory"), coded_member<&x::mac_addresses>("mac_addresses"),
      coded_member<&x::bios>("bios"), coded_member<&x::firmware>("firmware"));
  return all;
}

member_codecs<step_outcome> members_of(const step_outcome*) {
  using x = step_outcome;
  static constexpr auto all = sorted_members(
      coded_member<&x::id>("id"), coded_member<&x::status>("status"),
      coded_member<&x::reason>("reason"), coded_member<&x::why>("why"),
      coded_member<&x::waits_for>("waits_for"), coded_member<&x::wait_seconds>("wait_seconds"),
      coded_member<&x::task_handle>("task_handle"), coded_member<&x::poll_seconds>("poll_seconds"),
      coded_member<&x::observed>("learnt"), coded_member<&x::steps_changed>("steps_changed"),
      coded_member<&x::agent_gone>("agent_gone"), coded_member<&x::answer>("answer"),
      coded_member<&x::part_done, if_filled>("part_done"),
      coded_member<&x::reboot_first, if_filled>("reboot_first"),
      coded_member<&x::power_unknown, if_filled>("power_unknown"),
      coded_member<&x::silence, if_filled>("silence"), coded_member<&x::recovered>("recovered"),
      coded_member<&x::worker>("worker"), coded_member<&x::evidence>("evidence"),
      coded_member<&x::report, if_filled>("report"));
  return all;
}

member_codecs<power_survey::target> members_of(const power_survey::target*) {
  using x = power_survey::target;
  static constexpr auto all =
      sorted_members(coded_member<&x::machine>("on"), coded_member<&x::expected>("expected"),
                     coded_member<&x::health>("health"), coded_member<&x::always>("always"));
  return all;
}

member_codecs<power_survey> members_of(const power_survey*) {
  using x = power_survey;
  static constexpr auto all =
      sorted_members(coded_member<&x::shard>("shard"), coded_member<&x::targets>("targets"));
  return all;
}

member_codecs<power_finding> members_of(const power_finding*) {
  using x = power_finding;
  static constexpr auto all =
      sorted_members(coded_member<&x::node>("node"), coded_member<&x::power_state>("power_state"),
                     coded_member<&x::error>("error"), coded_member<&x::health>("health"));
  return all;
}

}  // namespace ironbus
