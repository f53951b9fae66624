#pragma once

#include "messages/base/json.hpp"

#include <yaml-cpp/yaml.h>

#include <string>

namespace ironbus {

/// What is wrong with a YAML text.
struct yaml_problem {
  int line = 0;      ///< From 1.
  std::string what;  ///< "it is nested too deeply"; no point at its end.
};

/// The value of a scalar: what is written, and whether in quotes.
using yaml_scalar_reader = json (*)(const std::string& text, bool quoted);

/// The document of a text of at most 8 MiB.
tl::expected<YAML::Node, yaml_problem> load_yaml(const std::string& text);

/// A part of a document as JSON: at most 25 levels and 100,000 values, aliases counted where they
/// are used. Keys are scalars, and each is once in its map.
tl::expected<json, yaml_problem> read_yaml_value(const YAML::Node& yaml,
                                                 yaml_scalar_reader read_scalar);

}  // namespace ironbus
