#pragma once

#include "messages/base/json.hpp"

#include <yaml-cpp/yaml.h>

#include <string>

namespace ironbus {

/// An error in a YAML text.
struct yaml_problem {
  int line = 0;      ///< Starts at 1.
  std::string what;  ///< "it is nested too deeply"; without a full stop.
};

/// Converts a scalar: its text, and whether it is quoted.
using yaml_scalar_reader = json (*)(const std::string& text, bool quoted);

/// The document of a text of at most 8 MiB.
tl::expected<YAML::Node, yaml_problem> load_yaml(const std::string& text);

/// Converts a part of a document to JSON: at most 25 levels and 100,000 values, where each use of
/// an alias counts. Keys are scalars and unique in their map.
tl::expected<json, yaml_problem> read_yaml_value(const YAML::Node& yaml,
                                                 yaml_scalar_reader read_scalar);

}  // namespace ironbus
