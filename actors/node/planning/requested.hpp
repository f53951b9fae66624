#pragma once

#include "actors/node/base/context.hpp"
#include "messages/model/agent_steps.hpp"
#include "messages/model/snapshot.hpp"

#include <optional>
#include <vector>

namespace ironbus {

/// The steps that a request can refer to: the declarations of the node's interfaces and, once
/// known, the agent's steps.
struct known_steps {
  const node_snapshot& x;
  const context& ctx;
  uint32_t phase;
  std::vector<agent_step> offered;  ///< By the agent; empty until it has reported them.
  /// Unknown steps are assumed to be the agent's, which will report its steps later.
  bool agent_expected = false;
};

/// The requested steps of an operation; those of deploy templates come first. `errors` gets a part
/// of a sentence for each step that is rejected.
std::vector<step> requested_steps(const known_steps& known, const operation& op,
                                  std::string& errors);

}  // namespace ironbus
