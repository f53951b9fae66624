#pragma once

#include <cstdint>

namespace ironbus {

/// Properties of few states: rare columns of the state table. A mask.
enum state_flag : uint32_t {
  flag_none = 0,
  /// target_provision_state is that of the workflow if it has its own: manual cleaning.
  flag_target_of_workflow = 1U << 0,
  flag_inspects = 1U << 1,  ///< An inspection runs; its times are recorded.
  /// Inspection data of the ramdisk finds the node by its BMC's addresses.
  flag_awaits_data = 1U << 2,
  flag_fixed_power = 1U << 3,       ///< Power changes are rejected.
  flag_no_power_sync = 1U << 4,     ///< The power sync skips the machine.
  flag_changeable = 1U << 5,        ///< Interfaces and resource class may change.
  flag_ports_changeable = 1U << 6,  ///< Ports may change: no workflow depends on the cabling.
  flag_volumes_free = 1U << 7,      ///< Volumes may be removed in any power state.
  flag_patch_until_39 = 1U << 8,    ///< Closed to PATCH from version 1.39 on.
  /// Available for use: allocations accept it, it must not be retired, and it can be deleted.
  flag_offered = 1U << 9,
  flag_in_use = 1U << 10,       ///< An instance runs.
  flag_protectable = 1U << 11,  ///< `protected` may be set.
  flag_resumes_without_agent =
      1U << 12,                      ///< A hold that continues without a heartbeat of the agent.
  flag_cleaned_to_leave = 1U << 13,  ///< The targets that clean also leave it, as `manage` would.
  flag_rescue_boots = 1U << 14,      ///< The node boots the rescue ramdisk.
};

}  // namespace ironbus
