#pragma once

#include "messages/base/json.hpp"

namespace ironbus {

/// Whether a node's agent may stay up between workflows: what its driver_info.fast_track says, or
/// the option where that says nothing that is true or false.
bool may_keep_agent(bool option, const json& driver_info);

}  // namespace ironbus
