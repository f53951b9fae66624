#include "messages/wire/commands.hpp"

#include "messages/wire/command_codec.hpp"

#include <array>

namespace ironbus {

void write_json(std::string& out, set_traits::how x) { write_json(out, static_cast<uint8_t>(x)); }

void read_json(json_value& source, set_traits::how& out) {
  uint8_t number = 0;
  read_json(source, number);
  if (number > static_cast<uint8_t>(set_traits::how::remove))
    throw unreadable{std::to_string(number) + " is not a way to set traits"};
  out = static_cast<set_traits::how>(number);
}

member_codecs<create_node> members_of(const create_node*) {
  using x = create_node;
  static constexpr auto all = sorted_members(coded_member<&x::fields>("fields"),
                                             coded_member<&x::api_version>("api_version"));
  return all;
}

member_codecs<patch_operation> members_of(const patch_operation*) {
  using x = patch_operation;
  static constexpr auto all = sorted_members(
      coded_member<&x::op>("op"), coded_member<&x::path>("path"), coded_member<&x::value>("value"));
  return all;
}

member_codecs<update_node> members_of(const update_node*) {
  using x = update_node;
  static constexpr auto all = sorted_members(coded_member<&x::patch>("patch"),
                                             coded_member<&x::reset_interfaces>("reset_interfaces"),
                                             coded_member<&x::api_version>("api_version"));
  return all;
}

member_codecs<delete_node> members_of(const delete_node*) { return {}; }

member_codecs<set_provision_state> members_of(const set_provision_state*) {
  using x = set_provision_state;
  static constexpr auto all =
      sorted_members(coded_member<&x::target>("target"), coded_member<&x::request>("request"),
                     coded_member<&x::api_version>("api_version"));
  return all;
}

member_codecs<set_power_state> members_of(const set_power_state*) {
  using x = set_power_state;
  static constexpr auto all = sorted_members(coded_member<&x::target>("target"),
                                             coded_member<&x::timeout_seconds>("timeout_seconds"));
  return all;
}

member_codecs<set_maintenance> members_of(const set_maintenance*) {
  using x = set_maintenance;
  static constexpr auto all =
      sorted_members(coded_member<&x::enabled>("on"), coded_member<&x::reason>("reason"));
  return all;
}

member_codecs<create_part> members_of(const create_part*) {
  using x = create_part;
  static constexpr auto all =
      sorted_members(coded_member<&x::kind>("kind"), coded_member<&x::fields>("fields"),
                     coded_member<&x::api_version>("api_version"));
  return all;
}

member_codecs<update_part> members_of(const update_part*) {
  using x = update_part;
  static constexpr auto all = sorted_members(
      coded_member<&x::kind>("kind"), coded_member<&x::uuid>("uuid"),
      coded_member<&x::patch>("patch"), coded_member<&x::api_version>("api_version"));
  return all;
}

member_codecs<delete_part> members_of(const delete_part*) {
  using x = delete_part;
  static constexpr auto all =
      sorted_members(coded_member<&x::kind>("kind"), coded_member<&x::uuid>("uuid"));
  return all;
}

member_codecs<set_traits> members_of(const set_traits*) {
  using x = set_traits;
  static constexpr auto all =
      sorted_members(coded_member<&x::mode>("mode"), coded_member<&x::traits>("traits"));
  return all;
}

member_codecs<claim_node> members_of(const claim_node*) {
  using x = claim_node;
  static constexpr auto all = sorted_members(
      coded_member<&x::allocation>("allocation"),
      coded_member<&x::resource_class>("resource_class"), coded_member<&x::traits>("traits"),
      coded_member<&x::owner>("owner"), coded_member<&x::backfill>("backfill"),
      coded_member<&x::rejected>("rejected"));
  return all;
}

member_codecs<release_node> members_of(const release_node*) {
  using x = release_node;
  static constexpr auto all =
      sorted_members(coded_member<&x::allocation>("allocation"), coded_member<&x::gone>("gone"));
  return all;
}

member_codecs<call_driver> members_of(const call_driver*) {
  using x = call_driver;
  static constexpr auto all =
      sorted_members(coded_member<&x::interface>("interface"), coded_member<&x::method>("method"),
                     coded_member<&x::args>("args"), coded_member<&x::wait>("wait"));
  return all;
}

member_codecs<set_target_raid> members_of(const set_target_raid*) {
  using x = set_target_raid;
  static constexpr auto all = sorted_members(coded_member<&x::config>("config"));
  return all;
}

member_codecs<agent_lookup> members_of(const agent_lookup*) {
  using x = agent_lookup;
  static constexpr auto all = sorted_members(coded_member<&x::fresh_token>("fresh_token"));
  return all;
}

member_codecs<agent_heartbeat> members_of(const agent_heartbeat*) {
  using x = agent_heartbeat;
  static constexpr auto all = sorted_members(
      coded_member<&x::callback_url>("callback_url"),
      coded_member<&x::agent_version>("agent_version"),
      coded_member<&x::agent_token>("agent_token"), coded_member<&x::agent_status>("agent_status"),
      coded_member<&x::agent_status_message>("agent_status_message"),
      coded_member<&x::agent_verify_ca>("agent_verify_ca"));
  return all;
}

member_codecs<observe_power> members_of(const observe_power*) {
  using x = observe_power;
  static constexpr auto all = sorted_members(coded_member<&x::found>("found"));
  return all;
}

member_codecs<continue_inspection> members_of(const continue_inspection*) {
  using x = continue_inspection;
  static constexpr auto all = sorted_members(
      coded_member<&x::inventory>("inventory"), coded_member<&x::plugin_data>("plugin_data"),
      coded_member<&x::discover_as>("discover_as"), coded_member<&x::rejected>("rejected"));
  return all;
}

member_codecs<run_child_step> members_of(const run_child_step*) {
  using x = run_child_step;
  static constexpr auto all =
      sorted_members(coded_member<&x::step>("of"), coded_member<&x::interface>("interface"),
                     coded_member<&x::name>("name"), coded_member<&x::args>("args"));
  return all;
}

member_codecs<child_step_ended> members_of(const child_step_ended*) {
  using x = child_step_ended;
  static constexpr auto all =
      sorted_members(coded_member<&x::step>("of"), coded_member<&x::child>("child"),
                     coded_member<&x::failed>("failed"));
  return all;
}

member_codecs<boot_place_lost> members_of(const boot_place_lost*) {
  using x = boot_place_lost;
  static constexpr auto all = sorted_members(coded_member<&x::place>("place"));
  return all;
}

member_codecs<agent_refused> members_of(const agent_refused*) {
  using x = agent_refused;
  static constexpr auto all =
      sorted_members(coded_member<&x::call>("call"), coded_member<&x::reason>("reason"));
  return all;
}

namespace {

using enum member_kind;

constexpr std::array<std::string_view, std::variant_size_v<command>> command_names{
    "create_node",     "update_node",         "delete_node",    "set_provision_state",
    "set_power_state", "set_maintenance",     "create_part",    "update_part",
    "delete_part",     "set_traits",          "claim_node",     "release_node",
    "call_driver",     "set_target_raid",     "agent_lookup",   "agent_heartbeat",
    "observe_power",   "continue_inspection", "run_child_step", "child_step_ended",
    "boot_place_lost", "agent_refused",
};

}  // namespace

std::string type_of(const command& x) { return command_type(command_names[x.index()]); }

envelope envelop(const command& x, std::string id, std::string uuid, std::string source,
                 timestamp now) {
  return wrap_variant(x, std::move(id), std::move(uuid), std::move(source), now);
}

result<command> decode_command(const envelope& x) {
  return decode_variant<command>(x, command_names);
}

member_codecs<failure> members_of(const failure*) {
  using x = ironbus::failure;
  static constexpr auto all = sorted_members(coded_member<&x::code, needed>("code"),
                                             coded_member<&x::message, needed>("message"));
  return all;
}

member_codecs<reply> members_of(const reply*) {
  using x = reply;
  static constexpr auto all = sorted_members(coded_member<&x::body>("body"),
                                             coded_member<&x::refused, if_filled>("refused"));
  return all;
}

std::string encode_reply(const reply& x) { return to_text(x); }

result<reply> decode_reply(std::string_view text) { return decode<reply>(text); }

}  // namespace ironbus
