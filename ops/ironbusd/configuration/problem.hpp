#pragma once

#include <string>
#include <vector>

namespace ironbus::daemon {

/// An error in the configuration.
struct problem {
  std::string source;    ///< "ironbus.yaml:12", "$IRONBUS_LISTEN" or "--listen"; empty: none.
  std::string key;       ///< Key of the option; empty: it concerns several.
  std::string sentence;  ///< With the value and the allowed values; no secrets.
};

using problems = std::vector<problem>;

/// Such as "ironbus.yaml:12: conductor.threads: '0' is not allowed; …".
std::string to_string(const problem& x);

}  // namespace ironbus::daemon
