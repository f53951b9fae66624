#pragma once

#include "messages/base/json.hpp"
#include "ops/ironbusd/configuration/problem.hpp"

#include <string>
#include <vector>

namespace ironbus::daemon {

/// A value as somebody wrote it.
struct setting_text {
  std::string key;     ///< "listen", "conductor.threads"; not checked.
  json value;          ///< All scalars are texts; null for none.
  std::string source;  ///< Where it stands.
};

/// Reads the entries of a YAML text; `name` is what sources call it. Whatever is wrong with its
/// form is added to `wrong`.
std::vector<setting_text> read_yaml(const std::string& text, const std::string& name,
                                    problems& wrong);

/// The same of a file.
std::vector<setting_text> read_yaml_file(const std::string& path, problems& wrong);

/// A value on the command line or in the environment: YAML if it begins with [ or {, else a text.
json read_inline(const std::string& text);

}  // namespace ironbus::daemon
