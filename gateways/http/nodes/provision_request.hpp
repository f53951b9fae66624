#pragma once

#include "messages/model/provision_state.hpp"
#include "messages/wire/commands.hpp"

namespace ironbus::http {

/// What a client wants of a node's life.
struct provision_request {
  const provision_verb* verb;  ///< The row of its target; never null.
  set_provision_state what;
};

/// Checks the body of PUT …/states/provision as far as it can be said without the node, in the
/// order the API documents: verb, version, keys, steps, config drive.
result<provision_request> check_provision(json body, int version);

}  // namespace ironbus::http
