#pragma once

#include "messages/base/json.hpp"
#include "ops/ironbusd/options/settings.hpp"

namespace ironbus::daemon {

/// The incident of a node in the store of the settings, as make_incident returns it. `node` is its
/// UUID. `not_found` if the store has nothing of it; `unavailable` if the store cannot be read.
result<json> read_stored_incident(const settings& settings, const std::string& node);

}  // namespace ironbus::daemon
