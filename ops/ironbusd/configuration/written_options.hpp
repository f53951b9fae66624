#pragma once

#include "ops/ironbusd/configuration/configuration.hpp"

namespace ironbus::daemon {

/// The options that somebody has set and that a conductor's decisions may depend on, less those
/// that hold secrets: a JSON object of texts by keys, {"conductor.automated_clean": "false"}, as
/// records of decisions have it.
std::string written_options(const configuration& effective);

/// What was in effect where that was written; files that options name are not looked at. `invalid`
/// names the first option that this release does not take.
result<settings> read_written_options(const json& options);

}  // namespace ironbus::daemon
