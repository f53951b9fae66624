#pragma once

#include "messages/model/provision_state.hpp"
#include "messages/wire/commands.hpp"

namespace ironbus::http {

/// A checked request to change a node's provision state.
struct provision_request {
  const provision_verb* verb;  ///< The row of its target; never null.
  set_provision_state what;
};

/// Checks the body of PUT …/states/provision as far as possible without the node. The order is that
/// of the API's documentation: verb, version, keys, steps, config drive.
result<provision_request> check_provision(json body, int version);

}  // namespace ironbus::http
