#pragma once

#include "drivers/redfish/redfish_context.hpp"
#include "messages/base/time.hpp"

#include <optional>
#include <string>

namespace ironbus {

// State of a step in parts: its progress, as a note of its node, and its wait, as a task handle.
// Neither contains secrets.

/// The notes of the request's step, an object; null: none. Ignores notes of other steps.
json notes_of(const step_request& request);
/// Facts that replace the step's notes.
facts noted(const step_request& request, json notes);
/// Facts that delete the step's notes. For every end of the step.
facts without_step_notes(const step_request& request);

/// The wait of a part, encoded in the task handle.
struct redfish_wait {
  std::string what;    ///< "task", "search", …: defined by the flow.
  std::string task;    ///< Path of the task or its monitor; empty: none.
  std::string seen;    ///< The last state of the task.
  timestamp since{};   ///< When that state was first seen, or the wait started.
  uint32_t count = 0;  ///< A counter of the flow.

  std::string handle() const;
};

/// Unset: not a handle of this driver.
std::optional<redfish_wait> read_redfish_wait(const std::string& handle);

/// A wait that starts now.
redfish_wait wait_for(std::string what, std::string task = {});

/// Whether that much time has passed since the moment.
bool is_past(timestamp moment, std::chrono::milliseconds length);
/// The rest of a time limit, at least a second; unset: it has passed.
std::optional<uint32_t> seconds_left(timestamp began, std::chrono::milliseconds limit);

/// A time in notes; unset: none.
std::optional<timestamp> noted_time(const json& notes, const char* key);

}  // namespace ironbus
