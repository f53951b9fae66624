#include "messages/model/operation.hpp"

#include "messages/base/enum_text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr enum_text<workflow> workflow_names{
    {{"verify", "inspect", "automated_clean", "manual_clean", "deploy", "undeploy", "adopt",
      "rescue", "unrescue", "service"}}};

constexpr enum_text<step_role> role_names{{{"prepare", "work", "finish"}}};

using enum member_kind;

constexpr std::array<std::string_view, 5> reserved_steps{
    reserved_step::hold,      reserved_step::wait,   reserved_step::power_on,
    reserved_step::power_off, reserved_step::reboot,
};

}  // namespace

std::string_view to_string(workflow x) { return workflow_names[x]; }
bool from_string(std::string_view name, workflow& out) { return workflow_names.read(name, out); }

std::string_view to_string(step_role x) { return role_names[x]; }
bool from_string(std::string_view name, step_role& out) { return role_names.read(name, out); }

bool is_reserved_step(std::string_view name) {
  return std::find(reserved_steps.begin(), reserved_steps.end(), name) != reserved_steps.end();
}

member_codecs<step> members_of(const step*) {
  using x = step;
  static constexpr auto all = sorted_members(
      coded_member<&x::interface, needed>("interface"), coded_member<&x::name, needed>("step"),
      coded_member<&x::args>("args"), coded_member<&x::priority>("priority"),
      coded_member<&x::abortable>("abortable"),
      coded_member<&x::requires_ramdisk>("requires_ramdisk"),
      coded_member<&x::repeatable>("repeatable"), coded_member<&x::in_agent, if_filled>("in_agent"),
      coded_member<&x::collects_steps, if_filled>("collects_steps"),
      coded_member<&x::unless_agent_stays, if_filled>("unless_agent_stays"),
      coded_member<&x::children, if_filled>("children"), coded_member<&x::role>("role"));
  return all;
}

member_codecs<ledger_entry> members_of(const ledger_entry*) {
  using x = ledger_entry;
  static constexpr auto all = sorted_members(
      coded_member<&x::interface>("interface"), coded_member<&x::name>("name"),
      coded_member<&x::index>("index"), coded_member<&x::attempt>("attempt"),
      coded_member<&x::started_at>("started_at"), coded_member<&x::finished_at>("finished_at"),
      coded_member<&x::status>("status"), coded_member<&x::worker>("worker"),
      coded_member<&x::evidence>("evidence"), coded_member<&x::report, if_filled>("report"),
      coded_member<&x::expected_end, if_filled>("expected_end"),
      coded_member<&x::overdue_at, if_filled>("overdue_at"),
      coded_member<&x::overdue, if_filled>("overdue"));
  return all;
}

member_codecs<operation> members_of(const operation*) {
  using x = operation;
  static constexpr auto all = sorted_members(
      coded_member<&x::kind>("kind"), coded_member<&x::id>("id"), coded_member<&x::steps>("steps"),
      coded_member<&x::index>("index"), coded_member<&x::attempt>("attempt"),
      coded_member<&x::planned>("planned"), coded_member<&x::ramdisk>("ramdisk"),
      coded_member<&x::agent_asked>("agent_asked"), coded_member<&x::restarts>("restarts"),
      coded_member<&x::agent_kept>("agent_kept"), coded_member<&x::children_left>("children_left"),
      coded_member<&x::started_at>("started_at"), coded_member<&x::epoch>("epoch"),
      coded_member<&x::ledger>("ledger"), coded_member<&x::request>("request"),
      coded_member<&x::user>("user"), coded_member<&x::request_id>("request_id"),
      coded_member<&x::trace, if_filled>("trace"),
      coded_member<&x::abort_requested>("abort_requested"), coded_member<&x::failure>("failure"),
      coded_member<&x::concluded>("settled"));
  return all;
}

member_codecs<power_action> members_of(const power_action*) {
  using x = power_action;
  static constexpr auto all = sorted_members(
      coded_member<&x::id>("id"), coded_member<&x::target>("target"),
      coded_member<&x::timeout_seconds>("timeout_seconds"), coded_member<&x::attempt>("attempt"),
      coded_member<&x::user>("user"), coded_member<&x::trace, if_filled>("trace"),
      coded_member<&x::found_by_sync, if_filled>("found_by_sync"));
  return all;
}

member_codecs<step_id> members_of(const step_id*) {
  using x = step_id;
  static constexpr auto all =
      sorted_members(coded_member<&x::node>("node"), coded_member<&x::operation_id>("operation_id"),
                     coded_member<&x::index>("index"), coded_member<&x::attempt>("attempt"));
  return all;
}

member_codecs<driver_call> members_of(const driver_call*) {
  using x = driver_call;
  static constexpr auto all = sorted_members(
      coded_member<&x::id>("id"), coded_member<&x::what>("what"),
      coded_member<&x::attempt>("attempt"), coded_member<&x::reply_to>("reply_to"),
      coded_member<&x::correlation_id>("correlation_id"), coded_member<&x::of_parent>("of_parent"),
      coded_member<&x::user>("user"), coded_member<&x::trace, if_filled>("trace"),
      coded_member<&x::of_step, if_filled>("of_step"));
  return all;
}

member_codecs<deferred_command> members_of(const deferred_command*) {
  using x = deferred_command;
  static constexpr auto all = sorted_members(
      coded_member<&x::id>("id"), coded_member<&x::type>("type"), coded_member<&x::data>("data"),
      coded_member<&x::reply_to>("reply_to"), coded_member<&x::correlation_id>("correlation_id"),
      coded_member<&x::user>("user"), coded_member<&x::since>("since"),
      coded_member<&x::until>("until"), coded_member<&x::expires>("expires"),
      coded_member<&x::trace, if_filled>("trace"), coded_member<&x::seen, if_filled>("seen"));
  return all;
}

member_codecs<step_in_flight> members_of(const step_in_flight*) {
  using x = step_in_flight;
  static constexpr auto all = sorted_members(
      coded_member<&x::operation_id>("operation_id"), coded_member<&x::index>("index"),
      coded_member<&x::attempt>("attempt"), coded_member<&x::since>("since"),
      coded_member<&x::until>("until"), coded_member<&x::epoch>("epoch"),
      coded_member<&x::silence, if_filled>("silence"),
      // Written for every kind of request; decode_snapshot finds out which kind it is.
      member_codec<x>{"heard",
                      [](std::string& out, const x& subject) {
                        const auto* step = std::get_if<workflow_step>(&subject.what);
                        write_json(out, step != nullptr && step->agent_called);
                      },
                      [](json_value& source, x& owner) {
                        read_json(source, owner.what.emplace<workflow_step>().agent_called);
                      }});
  return all;
}

}  // namespace ironbus
