#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// PUT …/states/provision: checks the verb against state, flags and drivers, then starts the
/// workflow.
handler_result set_provision(decision& decision, const set_provision_state& command);

}  // namespace ironbus
