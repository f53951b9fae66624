#pragma once

#include "drivers/redfish/redfish_context.hpp"
#include "messages/base/time.hpp"

#include <optional>
#include <string>

namespace ironbus {

// What a step keeps that is done in parts: what it has come to, as a note of its node; and what it
// waits for, as the handle of a task. Both name nothing that is secret.

/// The notes of the step of a request, an object; null: it has none, those of other steps aside.
json notes_of(const step_request& request);
/// As facts: these are the notes of the step from now on.
facts noted(const step_request& request, json notes);
/// The step needs none any more. For the end of the step, however it ends.
facts nothing_noted(const step_request& request);

/// What a part waits for, as it travels in the handle of a task.
struct redfish_wait {
  std::string what;    ///< "task", "search", …: the flow's own word.
  std::string task;    ///< Its path, or that of its monitor; empty: there is none.
  std::string seen;    ///< In which state the task was seen last.
  timestamp since{};   ///< When it was seen so first, or the wait began.
  uint32_t count = 0;  ///< How often what is counted has been seen.

  std::string handle() const;
};

/// Unset: it is none of ours.
std::optional<redfish_wait> read_redfish_wait(const std::string& handle);

/// One that begins now.
redfish_wait wait_for(std::string what, std::string task = {});

/// Whether it is so long ago.
bool is_past(timestamp moment, std::chrono::milliseconds length);
/// What is left of a time that began then, at least a second; unset: nothing.
std::optional<uint32_t> seconds_left(timestamp began, std::chrono::milliseconds limit);

/// A time in notes; unset: there is none.
std::optional<timestamp> noted_time(const json& notes, const char* key);

}  // namespace ironbus
