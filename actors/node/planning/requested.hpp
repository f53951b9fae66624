#pragma once

#include "actors/node/base/context.hpp"
#include "messages/model/agent_steps.hpp"
#include "messages/model/snapshot.hpp"

#include <optional>
#include <vector>

namespace ironbus {

/// What a request's steps are looked up in: the declarations of the node's interfaces and, once it
/// has been asked, what the agent offers.
struct known_steps {
  const node_snapshot& x;
  const context& ctx;
  uint32_t phase;
  std::vector<agent_step> offered;  ///< By the agent; empty before it has been asked.
  /// Unknown steps are taken for the agent's, which will be asked later.
  bool agent_expected = false;
};

/// The steps that an operation's request asks for, those of deploy templates first. `errors` gets a
/// part of a sentence for each that cannot be taken.
std::vector<step> requested_steps(const known_steps& known, const operation& op,
                                  std::string& errors);

}  // namespace ironbus
