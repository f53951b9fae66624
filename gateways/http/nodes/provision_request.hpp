#pragma once

#include "messages/wire/commands.hpp"

namespace ironbus::http {

/// Checks the body of PUT …/states/provision as far as it can be said without the node, in the
/// order the API documents: verb, version, keys, steps, config drive.
result<set_provision_state> check_provision(const json& body, int version);

}  // namespace ironbus::http
