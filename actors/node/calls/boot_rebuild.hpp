#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

// What a machine boots, written anew when the place where it lay is lost. It is one of the node's
// calls of drivers, so it is out alone: what takes it away comes after it or before it.

namespace ironbus {

/// Has it written anew, if it lay at that place and nobody has been asked for it yet. Nothing
/// without a worker who could.
void rebuild_boot_files(decision& decision, const boot_place_lost& lost);

/// Whether a call is that.
bool rebuilds_boot_files(const driver_call& call);

/// Drops such calls that have not gone out, where nothing lies at the lost place any more.
void drop_needless_rebuilds(decision& decision);

/// The end of such a call. What is still being fetched, or could not be written, is asked for again
/// by whoever knows that the place is lost.
handler_result boot_rebuild_ended(decision& decision, const step_outcome& outcome);
handler_result boot_rebuild_failed(decision& decision, const std::string& why);

/// Tells those who may have what lies elsewhere now, where a driver has noted another place.
void tell_boot_place(decision& decision, const std::string& before);

}  // namespace ironbus
