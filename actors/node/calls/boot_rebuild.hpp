#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

// Rebuilds a node's boot files when their location is lost. It is one of the node's driver calls,
// so nothing else runs at the same time: calls that remove the files run before or after it.

namespace ironbus {

/// Requests a rebuild if the boot files are at that location and no rebuild is queued. Does nothing
/// without a worker that can do it.
void rebuild_boot_files(decision& decision, const boot_place_lost& lost);

/// Whether the call is a rebuild.
bool rebuilds_boot_files(const driver_call& call);

/// Drops queued rebuilds if the node has no boot files at the lost location any more.
void drop_unneeded_rebuilds(decision& decision);

/// The end of a rebuild. If downloads are unfinished or it failed, boot_watch requests it again.
handler_result boot_rebuild_ended(decision& decision, const step_outcome& outcome);
handler_result boot_rebuild_failed(decision& decision, const std::string& why);

/// Emits an event if a driver has reported another location.
void report_boot_location(decision& decision, const std::string& before);

}  // namespace ironbus
