#pragma once

#include "actors/node/decision.hpp"
#include "actors/node/handler_result.hpp"

namespace ironbus {

/// PUT …/states/provision: checks the verb against state, flags and drivers, then begins what it
/// asks for.
handler_result set_provision(decision& d, const set_provision_state& x);

}  // namespace ironbus
