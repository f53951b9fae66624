#pragma once

#include <string>
#include <vector>

namespace ironbus::daemon {

/// Something wrong with the configuration.
struct problem {
  std::string source;    ///< "ironbus.yaml:12", "$IRONBUS_LISTEN", "--listen"; empty: none of them.
  std::string key;       ///< Of the option; empty if it is about no single one.
  std::string sentence;  ///< Names the value and what is allowed; no secrets.
};

using problems = std::vector<problem>;

/// "ironbus.yaml:12: conductor.threads: '0' is not allowed; …"
std::string to_string(const problem& x);

}  // namespace ironbus::daemon
