#pragma once

#include "ops/ironbusd/configuration/configuration.hpp"

namespace ironbus::daemon {

/// The set options that may affect a conductor's decisions, without secrets, as decision records
/// store them: a JSON object of texts by key, such as {"conductor.automated_clean": "false"}.
std::string written_options(const configuration& effective);

/// The effective settings of such an object; does not check the files that options name. `invalid`
/// names the first option that this release rejects.
result<settings> read_written_options(const json& options);

}  // namespace ironbus::daemon
