#pragma once

#include "messages/model/operation.hpp"
#include "messages/model/provision_state.hpp"

#include <optional>
#include <string>
#include <variant>

namespace ironbus {

// The effect of a message on its node's workflow. Handlers return it, and only decide() acts on it:
// no handler advances a workflow, or calls another one that does.
namespace verdict {

/// No effect; outstanding work continues.
struct stay {};

/// The running step has succeeded, or failed in a way that the workflow tolerates.
struct done {
  std::string evidence{};
  std::string worker{};
  std::string_view status = "done";  ///< Of its ledger entry.
  json report{};                     ///< As ledger_entry::report.
};

/// The running step continues by itself until a message ends it or the time is up.
struct wait {
  awaited awaited_party;
  std::optional<timestamp> until;  ///< Unset: no time limit.
  std::string on_expiry;           ///< As ironbus::wait.
  provision_event entering = provision_event::wait;
  /// The agent sent a heartbeat since then, so the step may have ended already.
  bool agent_called = false;
  std::optional<awaited_task> task{};
};

/// The running workflow fails.
struct fail {
  std::string why;          ///< The sentence for last_error.
  bool by_request = false;  ///< An operator's abort.
};

/// Why a step runs again.
enum class cause : uint8_t {
  none,           ///< It was interrupted, or can only start now.
  agent_lost,     ///< The machine reboots first; at most a few times.
  agent_changed,  ///< The agent offers other steps than planned; at most a few times.
  part_done,      ///< The rest of it is due.
  reboot_due,     ///< The same, after a reboot of the machine.
  boot_lost,      ///< It boots the machine, which may have lost its one-time boot setting.
};

/// The running step runs again; as its next attempt if it was started.
struct restart {
  cause why = cause::none;
  std::string reason{};
  std::string worker{};
};

}  // namespace verdict

using handler_result =
    std::variant<verdict::stay, verdict::done, verdict::wait, verdict::fail, verdict::restart>;

}  // namespace ironbus
