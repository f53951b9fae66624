#pragma once

#include "actors/node/base/context.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/query.hpp"
#include "messages/wire/step.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// One page of a shard's nodes, with snapshots.
query power_sync_query(uint32_t shard, std::string marker, size_t size);

/// A round of a shard's power sync: the shard, and the number of the round.
struct power_sync_round {
  uint32_t shard = 0;
  uint64_t number = 0;
};

/// Whether the power sync covers the machine: also while its node waits, but not while a driver
/// works on it, in maintenance for another reason than a lost machine, or if it was never verified.
bool is_in_power_sync(const node_snapshot& snapshot);

/// The machines of these nodes to ask for their power state, with the stored state. Machines that
/// do not answer are asked only in some rounds (power_sync_spacing).
power_survey make_power_sync_request(power_sync_round round, const std::vector<listed>& nodes,
                                     const driver_catalog& drivers,
                                     const conductor_options& options);

/// The requests as messages to the drivers, one for each conductor group.
std::vector<outgoing> power_sync_messages(const power_survey& survey, const std::string& source,
                                          timestamp now);

}  // namespace ironbus
