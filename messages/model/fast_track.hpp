#pragma once

#include "messages/base/json.hpp"

namespace ironbus {

/// Whether a node's agent may keep running between workflows: driver_info.fast_track if it is a
/// boolean, else the option.
bool may_keep_agent(bool option, const json& driver_info);

}  // namespace ironbus
