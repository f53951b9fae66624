#pragma once

#include "messages/model/operation.hpp"
#include "messages/model/provision_state.hpp"

#include <optional>
#include <string>
#include <variant>

namespace ironbus {

// What a message leads to for the workflow of its node. Handlers say it, and only decide() acts on
// it: no handler moves a workflow, nor calls another that does.
namespace verdict {

/// Nothing follows by itself; what is due goes on.
struct stay {};

/// The step in progress has ended well, or in a way that lets the workflow go on.
struct done {
  std::string evidence{};
  std::string worker{};
  std::string_view status = "done";  ///< Of its entry in the ledger.
  json report{};                     ///< As ledger_entry::report.
};

/// The step in progress goes on by itself, until somebody else ends it or the time is up.
struct wait {
  awaited awaited_party;
  std::optional<timestamp> until;  ///< Unset: for ever.
  std::string on_expiry;           ///< As ironbus::wait.
  provision_event entering = provision_event::wait;
  bool agent_called = false;  ///< Meanwhile, so that its end may have been missed.
  std::optional<awaited_task> task{};
};

/// The workflow in progress ends badly.
struct fail {
  std::string why;          ///< The sentence for last_error.
  bool by_request = false;  ///< An operator's abort.
};

/// Why a step runs again.
enum class cause : uint8_t {
  none,           ///< It was interrupted, or can begin only now.
  agent_lost,     ///< The machine is rebooted for it, a few times.
  agent_changed,  ///< The agent offers other steps than planned with; a few times.
  part_done,      ///< The rest of it is due.
  reboot_due,     ///< The same, once the machine has been started anew.
  boot_lost,      ///< It was to boot the machine, which may have forgotten from what.
};

/// The step in progress runs again: as its next attempt, if it had begun.
struct restart {
  cause why = cause::none;
  std::string reason{};
  std::string worker{};
};

}  // namespace verdict

using handler_result =
    std::variant<verdict::stay, verdict::done, verdict::wait, verdict::fail, verdict::restart>;

}  // namespace ironbus
