#pragma once

#include <cstdint>

namespace ironbus {

/// What is special about some states: columns of the state table that few rows have. A mask.
enum state_flag : uint32_t {
  flag_none = 0,
  /// The target is that of the workflow, where it has one of its own: manual cleaning.
  flag_target_of_workflow = 1U << 0,
  flag_inspects = 1U << 1,      ///< An inspection is under way; its times are noted.
  flag_awaits_data = 1U << 2,   ///< The ramdisk's data finds the node by the addresses of its BMC.
  flag_keeps_power = 1U << 3,   ///< No change of power is accepted.
  flag_unsurveyed = 1U << 4,    ///< Power surveys leave the machine out.
  flag_changeable = 1U << 5,    ///< What the node is made of may change: interfaces, class.
  flag_cabling_open = 1U << 6,  ///< Nobody relies on how the machine is cabled.
  flag_volumes_free = 1U << 7,  ///< Volumes may be removed whatever the power is.
  flag_patch_until_39 = 1U << 8,  ///< Closed to PATCH from version 1.39 on.
  /// Offered to whoever wants a node: allocations take it, it may not be retired, and deleting it
  /// is an option.
  flag_offered = 1U << 9,
  flag_in_use = 1U << 10,            ///< An instance runs.
  flag_protectable = 1U << 11,       ///< `protected` may be set.
  flag_goes_on_unheard = 1U << 12,   ///< A hold that ends without a call of the agent.
  flag_cleaned_to_leave = 1U << 13,  ///< The targets that clean lead out of it, as `manage` would.
  flag_rescue_boots = 1U << 14,      ///< What boots is the rescue ramdisk.
};

}  // namespace ironbus
