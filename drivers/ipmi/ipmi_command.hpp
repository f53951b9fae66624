#pragma once

#include "drivers/ipmi/ipmi_access.hpp"
#include "drivers/ipmi/ipmi_options.hpp"
#include "drivers/kit/process/child_process.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// What ipmitool is to do, such as {"power", "status"}.
struct ipmi_order {
  std::vector<std::string> words;
  /// Done twice it does no harm.
  bool repeatable = true;
  /// What ipmitool says when it was done, where it ends well in any case. Empty: it does not.
  std::string done_text{};
  std::string input{};  ///< What ipmitool reads from stdin; a secret.

  std::string text() const;
};

/// One that does no harm when it is done twice; one that must not be.
ipmi_order repeatable_order(std::vector<std::string> words);
ipmi_order single_order(std::vector<std::string> words);

/// The call of ipmitool for that order. The password is in a file that only the program can read;
/// the K_g key, for which it knows no file, in its environment, which only our own user can read.
child_command ipmitool_call(permit allowed, const ipmi_access& access, const ipmi_order& order,
                            std::optional<int> suite, const ipmi_options& options);

/// The call for the serial console: `verb` is activate, which shows it and takes what is typed
/// until it is ended, or deactivate, which ends a session whose client has gone.
child_command console_call(permit allowed, const ipmi_access& access, const char* verb,
                           std::optional<int> suite, const ipmi_options& options);

}  // namespace ironbus
