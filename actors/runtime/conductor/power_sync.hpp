#pragma once

#include "actors/node/base/context.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/query.hpp"
#include "messages/wire/step.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// One page of a shard's nodes, with snapshots.
query survey_query(uint32_t shard, std::string marker, size_t size);

/// A shard's survey: the shard, and the how many-th it is.
struct survey_round {
  uint32_t shard = 0;
  uint64_t number = 0;
};

/// Whether surveys look at its machine: not while it works, is in maintenance for another reason
/// than a lost machine, or has never been verified.
bool is_surveyed(const node_snapshot& snapshot);

/// Which of these nodes are worth asking for their power state, and what is expected: those
/// that are surveyed, and of those without an answer each in its own rounds (survey_spacing).
power_survey make_survey(survey_round round, const std::vector<listed>& nodes,
                         const driver_catalog& drivers, const conductor_options& options);

/// The survey as messages to the drivers, one per conductor group.
std::vector<outgoing> survey_messages(const power_survey& survey, const std::string& source,
                                      timestamp now);

}  // namespace ironbus
