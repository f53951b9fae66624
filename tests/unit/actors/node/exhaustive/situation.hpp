#pragma once

#include "actors/node/base/node_message.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/wire/commands.hpp"

namespace ironbus::test {

/// A volume connector and a port that the node has from the beginning.
inline constexpr const char* known_volume = "22222222-bbbb-4bbb-8bbb-000000000001";
inline constexpr const char* known_port = "22222222-cccc-4ccc-8ccc-000000000002";

/// The deploy interface that works through an agent.
inline constexpr const char* through_agent = "direct";

/// What tells two situations of a node apart: its state, how far its workflow is, what is out, whom
/// it waits for. Times, ids and texts do not.
std::string describe(const node_snapshot& x);

/// How many things go on at once that the node's workflow does not need: an operator's maintenance,
/// changes of power, calls, commands that wait, an abort that is due, a workflow that is to follow.
int disturbances(const node_snapshot& x);

/// One thing that a node can be told, and its name.
struct incident {
  std::string name;
  node_message message;
};

/// Everything that a node in this situation can be told, as far as it makes a difference.
std::vector<incident> incidents_for(const node_snapshot& x);

}  // namespace ironbus::test
