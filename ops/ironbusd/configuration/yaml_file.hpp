#pragma once

#include "messages/base/json.hpp"
#include "ops/ironbusd/configuration/problem.hpp"

#include <string>
#include <vector>

namespace ironbus::daemon {

/// A value of the configuration, as written.
struct setting_text {
  std::string key;     ///< "listen", "conductor.threads"; not checked.
  json value;          ///< All scalars are texts; null for none.
  std::string source;  ///< File and line.
};

/// Reads the entries of a YAML text; `name` is its name in sources. Adds errors of its form to
/// `wrong`.
std::vector<setting_text> read_yaml(const std::string& text, const std::string& name,
                                    problems& wrong);

/// Reads the entries of a file.
std::vector<setting_text> read_yaml_file(const std::string& path, problems& wrong);

/// Parses a value of the command line or the environment: YAML if it begins with [ or {, else text.
json read_inline(const std::string& text);

}  // namespace ironbus::daemon
