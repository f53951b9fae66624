#pragma once

#include "actors/node/base/node_message.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/wire/commands.hpp"

namespace ironbus::test {

/// A volume connector and a port that the node has from the start.
inline constexpr const char* known_volume = "22222222-bbbb-4bbb-8bbb-000000000001";
inline constexpr const char* known_port = "22222222-cccc-4ccc-8ccc-000000000002";

/// The deploy interface that works through an agent.
inline constexpr const char* through_agent = "direct";

/// Distinguishes situations of a node: its state, the position in its workflow, the outstanding
/// request, the awaited party. Ignores times, ids and texts.
std::string describe(const node_snapshot& x);

/// The number of concurrent activities that the node's workflow does not need: maintenance by an
/// operator, power changes, calls, deferred commands, a requested abort, a queued workflow.
int disturbances(const node_snapshot& x);

/// A message to a node, and its name.
struct incident {
  std::string name;
  node_message message;
};

/// All messages that make a difference to a node in this situation.
std::vector<incident> incidents_for(const node_snapshot& x);

}  // namespace ironbus::test
