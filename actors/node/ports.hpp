#pragma once

#include "actors/node/decision.hpp"

namespace ironbus {

/// POST /v1/ports for this node; the reply's body is the port.
void add_port(decision& d, const create_port& x);
/// PATCH /v1/ports/{uuid}; the reply's body is the port.
void patch_port(decision& d, const update_port& x);
/// DELETE /v1/ports/{uuid}.
void remove_port(decision& d, const delete_port& x);

}  // namespace ironbus
