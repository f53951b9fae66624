#pragma once

#include "drivers/ipmi/ipmi_access.hpp"
#include "drivers/ipmi/ipmi_options.hpp"
#include "drivers/kit/process/child_process.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// A command of ipmitool, such as {"power", "status"}.
struct ipmi_order {
  std::vector<std::string> words;
  /// Repeating it is harmless.
  bool repeatable = true;
  /// ipmitool's output on success, for a command that always exits with 0. Empty: not needed.
  std::string done_text{};
  std::string input{};  ///< Content of stdin; a secret.

  std::string text() const;
};

/// A command that may be repeated, and one that must not.
ipmi_order repeatable_order(std::vector<std::string> words);
ipmi_order single_order(std::vector<std::string> words);

/// The ipmitool process for that command. The password is in a file that only the program can read.
/// The K_g key has no file option, so it is in the environment, which only this service's user can
/// read.
child_command ipmitool_call(permit allowed, const ipmi_access& access, const ipmi_order& order,
                            std::optional<int> suite, const ipmi_options& options);

/// The process for the serial console. `verb` is activate, which connects to it until it is
/// stopped, or deactivate, which ends a leftover session.
child_command console_call(permit allowed, const ipmi_access& access, const char* verb,
                           std::optional<int> suite, const ipmi_options& options);

}  // namespace ironbus
