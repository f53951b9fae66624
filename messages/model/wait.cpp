#include "messages/model/wait.hpp"

#include "messages/base/enum_text.hpp"

namespace ironbus {

namespace {

constexpr enum_text<awaited> awaited_names{
    {{"agent", "task", "operator", "driver", "timer", "children"}}};

using enum member_kind;

}  // namespace

std::string_view to_string(awaited x) { return awaited_names[x]; }
bool from_string(std::string_view name, awaited& out) { return awaited_names.read(name, out); }

wait::wait(awaited awaited_party, timestamp since, std::optional<timestamp> until,
           std::string on_expiry)
    : awaited_party(awaited_party), since(since), until(until), on_expiry(std::move(on_expiry)) {}

member_codecs<awaited_task> members_of(const awaited_task*) {
  using x = awaited_task;
  static constexpr auto all =
      sorted_members(coded_member<&x::handle>("handle"), coded_member<&x::next_poll>("next_poll"));
  return all;
}

member_codecs<wait> members_of(const wait*) {
  using x = wait;
  static constexpr auto all = sorted_members(
      coded_member<&x::awaited_party, needed>("for"), coded_member<&x::since, needed>("since"),
      coded_member<&x::until, needed>("until"), coded_member<&x::on_expiry, needed>("on_expiry"),
      coded_member<&x::task, if_filled>("task"),
      coded_member<&x::asks_console, if_filled>("asks_console"),
      coded_member<&x::machine_off_since, if_filled>("machine_off_since"));
  return all;
}

member_codecs<machine_silence> members_of(const machine_silence*) {
  using x = machine_silence;
  static constexpr auto all =
      sorted_members(coded_member<&x::host>("host"), coded_member<&x::since>("since"),
                     coded_member<&x::error>("error"));
  return all;
}

}  // namespace ironbus
