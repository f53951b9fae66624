#pragma once

#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

// What an iDRAC is brought back to work with. When a node is verified, one that lacks the service
// for it is left as it is.

/// Removes all jobs, also those that wait for the machine's next start.
redfish_outcome clear_idrac_jobs(redfish_call call);
/// Restarts the iDRAC, and waits until it answers again, at most bmc_restart_timeout.
redfish_outcome reset_idrac(redfish_call call);
/// One after the other: a restart ends what holds on to jobs.
redfish_outcome bring_idrac_to_known_state(redfish_call call);

}  // namespace ironbus
