#pragma once

#include "ops/ironbusd/configuration/configuration.hpp"

#include <map>
#include <string>

namespace ironbus::test {

/// The errors of a configuration from these variables alone, one line each.
inline std::string complaints(std::map<std::string, std::string> environment) {
  daemon::configuration_sources sources;
  sources.environment = std::move(environment);
  std::string out;
  for (const auto& x : daemon::load_configuration(sources).wrong)
    out += x.key + ": " + x.sentence + "\n";
  return out;
}

}  // namespace ironbus::test
