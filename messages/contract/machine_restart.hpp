#pragma once

#include "messages/model/operation.hpp"

namespace ironbus {

/// Whether a step restarts a machine that may be running. A second run boots the machine twice, and
/// a one-time boot setting is used up by then: the caller must set it again before a retry.
bool restarts_machine(const step& what);

}  // namespace ironbus
