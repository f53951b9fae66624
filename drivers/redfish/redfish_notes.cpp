#include "drivers/redfish/redfish_notes.hpp"

#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr const char* notes_key = "redfish_parts";
constexpr const char* step_key = "step";

/// Identifies all attempts of a step.
std::string name_of_run(const step_request& request) {
  return request.id.operation_id + "." + std::to_string(request.id.index);
}

const json& kept_notes(const step_request& request) {
  static const json none;
  const auto& all = request.machine.driver_internal_info.tree();
  const auto found = all.find(notes_key);
  return found != all.end() && found->is_object() ? *found : none;
}

}  // namespace

json notes_of(const step_request& request) {
  const auto& kept = kept_notes(request);
  return member_text(kept, step_key) == name_of_run(request) ? kept : json{};
}

/// Notes are merged into the existing ones, so absent keys must be deleted.
facts noted(const step_request& request, json notes) {
  notes[step_key] = name_of_run(request);
  for (const auto& [key, value] : kept_notes(request).items())
    if (!notes.contains(key)) notes[key] = nullptr;
  facts out;
  out.driver_internal_info[notes_key] = std::move(notes);
  return out;
}

facts without_step_notes(const step_request& request) {
  facts out;
  if (!kept_notes(request).is_null()) out.driver_internal_info[notes_key] = nullptr;
  return out;
}

std::string redfish_wait::handle() const {
  const json out{{"what", what},
                 {"task", task},
                 {"seen", seen},
                 {"since", to_string(since)},
                 {"count", count}};
  return to_text(out);
}

std::optional<redfish_wait> read_redfish_wait(const std::string& handle) {
  const auto read = parse_json(handle);
  if (!read || !read->is_object()) return std::nullopt;
  const auto since = parse_timestamp(member_text(*read, "since"));
  const auto count = read->value("count", json{});
  if (!since || !count.is_number_unsigned()) return std::nullopt;
  redfish_wait out;
  out.what = member_text(*read, "what");
  out.task = member_text(*read, "task");
  out.seen = member_text(*read, "seen");
  out.since = *since;
  out.count = count.get<uint32_t>();
  return out;
}

redfish_wait wait_for(std::string what, std::string task) {
  redfish_wait out;
  out.what = std::move(what);
  out.task = std::move(task);
  out.since = system_clock{}.now();
  return out;
}

bool is_past(timestamp moment, std::chrono::milliseconds length) {
  return system_clock{}.now() - moment >= length;
}

std::optional<uint32_t> seconds_left(timestamp began, std::chrono::milliseconds limit) {
  constexpr int64_t longest = 30 * 86'400;
  const auto left =
      std::chrono::ceil<std::chrono::seconds>(limit - (system_clock{}.now() - began)).count();
  if (left <= 0) return std::nullopt;
  return static_cast<uint32_t>(std::min(left, longest));
}

std::optional<timestamp> noted_time(const json& notes, const char* key) {
  const auto out = parse_timestamp(member_text(notes, key));
  return out ? std::optional{*out} : std::nullopt;
}

}  // namespace ironbus
