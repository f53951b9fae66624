#pragma once

#include "messages/ports/bus.hpp"
#include "messages/ports/query.hpp"
#include "messages/wire/step.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// One page of a shard's nodes, with snapshots.
query survey_query(uint32_t shard, std::string marker, size_t size);

/// Which of these nodes are worth asking for their power state, and what is expected: not those
/// that work, are in maintenance for another reason, or have never been verified.
power_survey make_survey(uint32_t shard, const std::vector<listed>& nodes,
                         const driver_catalog& drivers);

/// The survey as messages to the drivers, one per conductor group.
std::vector<outgoing> survey_messages(const power_survey& survey, const std::string& source,
                                      timestamp now);

}  // namespace ironbus
