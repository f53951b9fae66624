#pragma once

#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

// Recovery of an iDRAC. Verifying a node skips an iDRAC without the required service.

/// Deletes all jobs, including those that wait for the machine's next restart.
redfish_outcome clear_idrac_jobs(redfish_call call);
/// Restarts the iDRAC and waits until it responds, at most bmc_restart_timeout.
redfish_outcome reset_idrac(redfish_call call);
/// Both, in this order: a restart ends blocked jobs.
redfish_outcome reset_idrac_and_clear_jobs(redfish_call call);

}  // namespace ironbus
