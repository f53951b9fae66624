#pragma once

#include "messages/base/json.hpp"
#include "ops/ironbusd/options/settings.hpp"

namespace ironbus::daemon {

/// What the store of the settings holds of a node, as make_incident has it. `node`: its UUID.
/// `not_found` if there never was one; `unavailable` if the store cannot be read.
result<json> read_stored_incident(const settings& settings, const std::string& node);

}  // namespace ironbus::daemon
