#pragma once

#include "ops/ironbusd/configuration/yaml_file.hpp"
#include "ops/ironbusd/options/settings.hpp"

#include <map>
#include <string>

namespace ironbus::daemon {

/// Where the configuration comes from, the weakest first.
struct configuration_sources {
  std::string file;                                ///< Empty: none.
  std::map<std::string, std::string> environment;  ///< Variables, by name.
  std::map<std::string, std::string> arguments;    ///< Of the command line, by option key.
};

/// The configuration as it is in effect.
struct configuration {
  settings values;
  std::map<std::string, std::string> origins;  ///< Key → source, of options that somebody set.
  problems wrong;                              ///< If there are any, `values` is not to be used.
  problems warnings;                           ///< Probable mistakes that do no harm.
};

/// Reads and checks everything; reports all that is wrong, not only the first.
configuration load_configuration(const configuration_sources& sources);

/// The same from texts that have been read; files that options name are not looked at.
configuration load_configuration(const std::vector<setting_text>& texts);

/// This process's environment, as far as it is ours (IRONBUS_…).
std::map<std::string, std::string> own_environment();

}  // namespace ironbus::daemon
