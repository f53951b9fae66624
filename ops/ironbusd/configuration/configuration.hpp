#pragma once

#include "ops/ironbusd/configuration/yaml_file.hpp"
#include "ops/ironbusd/options/settings.hpp"

#include <map>
#include <string>

namespace ironbus::daemon {

/// The sources of the configuration, in the order of increasing precedence.
struct configuration_sources {
  std::string file;                                ///< Empty: none.
  std::map<std::string, std::string> environment;  ///< Variables, by name.
  std::map<std::string, std::string> arguments;    ///< From the command line, by option key.
};

/// The effective configuration.
struct configuration {
  settings values;
  std::map<std::string, std::string> origins;  ///< Key → source of each option that is set.
  problems wrong;                              ///< If not empty, `values` must not be used.
  problems warnings;                           ///< Probable mistakes without effect.
};

/// Reads and checks all sources; reports all errors, not only the first.
configuration load_configuration(const configuration_sources& sources);

/// The same from parsed texts; does not check the files that options name.
configuration load_configuration(const std::vector<setting_text>& texts);

/// The IRONBUS_… variables of this process.
std::map<std::string, std::string> own_environment();

}  // namespace ironbus::daemon
