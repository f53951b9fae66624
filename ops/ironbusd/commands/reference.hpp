#pragma once

#include "ops/ironbusd/configuration/configuration.hpp"

#include <string>

namespace ironbus::daemon {

/// The page docs/reference/configuration.md.
std::string reference_markdown();

/// The file ops/config/ironbus.yaml: every option as a comment, with its default or an example.
std::string sample_yaml();

/// The effective value of every option as YAML; passwords are masked. `set_only`: without defaults.
std::string effective_yaml(const configuration& source, bool set_only = false);

}  // namespace ironbus::daemon
