#pragma once

#include "messages/base/json_text.hpp"
#include "messages/base/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// The party that a node waits for.
enum class awaited : uint8_t { agent, task, operator_, driver, timer, children, count_ };

std::string_view to_string(awaited x);
bool from_string(std::string_view name, awaited& out);

/// A task that the machine runs by itself and that is polled.
struct awaited_task {
  std::string handle;  ///< The driver's id of it; opaque to all others.
  timestamp next_poll{};

  bool operator==(const awaited_task&) const = default;
};

/// A wait: its party, its start, its deadline, and what happens at the deadline.
struct wait {
  wait(awaited awaited_party, timestamp since, std::optional<timestamp> until,
       std::string on_expiry);

  awaited awaited_party;
  timestamp since;
  /// Unset only if the node waits for an operator, or the configuration disables the deadline.
  std::optional<timestamp> until;
  std::string on_expiry;               ///< What happens then, as text for the operator.
  std::optional<awaited_task> task{};  ///< Unset: nothing is polled.
  /// The wait has expired already, and a driver reads the machine's console; `until` is the
  /// deadline for its answer.
  bool asks_console = false;
  /// Since when the power sync has found the machine off; unset: it is on, or was not read.
  std::optional<timestamp> machine_off_since{};

  bool operator==(const wait&) const = default;
};

/// A wait always has its members; this one gets them when it is read.
template <>
inline wait blank<wait>() {
  return {awaited::agent, {}, {}, {}};
}

/// The BMC of a running step does not answer, or only with server errors.
struct machine_silence {
  std::string host;   ///< "192.0.2.1:443"
  timestamp since{};  ///< The start of the first call without an answer.
  std::string error;  ///< Of the last ended call; empty: none has ended yet.

  bool operator==(const machine_silence&) const = default;
};

member_codecs<awaited_task> members_of(const awaited_task*);
member_codecs<wait> members_of(const wait*);
member_codecs<machine_silence> members_of(const machine_silence*);

}  // namespace ironbus
