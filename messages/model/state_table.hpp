#pragma once

#include "messages/model/provision_state.hpp"

#include <array>
#include <cstdint>
#include <optional>

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

enum class state_kind : uint8_t {
  stable,   ///< Nothing runs; the target is null.
  working,  ///< A step runs or is about to.
  waiting,  ///< Waits for the agent, a task or a deadline.
  hold,     ///< A `hold` step waits until an operator resumes the workflow.
  failed,   ///< Stopped after a failure; the target stays set.
};

/// The effect of an agent's heartbeat in a state.
enum class heartbeat_effect : uint8_t {
  ignored,
  recorded,  ///< The agent's address and time are recorded.
  acted_on,  ///< Recorded, and may advance the workflow.
};

/// The effect of `abort` in a state.
enum class abort_rule : uint8_t {
  refused,
  after_step,    ///< The workflow is aborted after the running step.
  if_abortable,  ///< At once if the running step is abortable or there is none; otherwise after it.
  at_once,
  leaves,  ///< No step runs: the node leaves the failed state.
};

/// All properties of a state, in one place.
struct state_info {
  provision_state state;
  state_kind kind;
  std::optional<provision_state> target;  ///< target_provision_state on entry.
  bool busy;  ///< Rejects changes of boot mode and secure boot; shown in the event status.
  bool patch_while_target_set;  ///< PATCH is allowed although a target is set.
  bool deletable;               ///< DELETE is allowed without maintenance.
  bool lookup;                  ///< An agent may look up its node.
  bool lookup_fast_track;
  heartbeat_effect heartbeat;
  heartbeat_effect heartbeat_fast_track;
  abort_rule abort;
  uint32_t flags = flag_none;
  int abort_since = 1;  ///< First microversion 1.<since> that may abort in this state.

  constexpr bool has(state_flag x) const { return (flags & x) != 0; }
};

namespace state_table {

using s = provision_state;
using k = state_kind;
inline constexpr bool yes = true;
inline constexpr bool no = false;
inline constexpr std::nullopt_t none = std::nullopt;
inline constexpr heartbeat_effect ignore = heartbeat_effect::ignored;
inline constexpr heartbeat_effect record = heartbeat_effect::recorded;
inline constexpr heartbeat_effect act = heartbeat_effect::acted_on;
inline constexpr abort_rule refuse = abort_rule::refused;
inline constexpr abort_rule after = abort_rule::after_step;
inline constexpr abort_rule if_able = abort_rule::if_abortable;
inline constexpr abort_rule now = abort_rule::at_once;
inline constexpr abort_rule leave = abort_rule::leaves;

// clang-format off
inline constexpr std::array rows{
  //         state             kind      target         busy patch del lookup fast heartbeat, in fast-track, abort; flags; version
  state_info{s::enroll,          k::stable,  none,          no , no , yes, no , yes, ignore , record, refuse,
    flag_no_power_sync | flag_changeable | flag_ports_changeable | flag_volumes_free},
  state_info{s::verifying,       k::working, s::manageable, yes, yes, no , no , no , ignore , ignore , after},
  state_info{s::manageable,      k::stable,  none,          no , no , yes, no , yes, ignore , record, refuse,
    flag_changeable | flag_ports_changeable | flag_volumes_free},
  state_info{s::available,       k::stable,  none,          no , no , yes, no , yes, ignore , record, refuse,
    flag_changeable | flag_offered},
  state_info{s::inspecting,      k::working, s::manageable, yes, yes, no , yes, yes, ignore , ignore , after,
    flag_inspects | flag_changeable | flag_ports_changeable | flag_patch_until_39},
  state_info{s::inspect_wait,    k::waiting, s::manageable, yes, yes, no , yes, yes, ignore , ignore , now,
    flag_inspects | flag_awaits_data | flag_changeable | flag_ports_changeable, 41},
  state_info{s::inspect_failed,  k::failed,  s::manageable, no , yes, no , no , no , ignore , ignore , refuse},
  state_info{s::cleaning,        k::working, s::available,  yes, no , no , yes, yes, record, record, after,
    flag_target_of_workflow | flag_fixed_power},
  state_info{s::clean_wait,      k::waiting, s::available,  yes, no , no , yes, yes, act, act, if_able,
    flag_target_of_workflow | flag_fixed_power},
  state_info{s::clean_failed,    k::failed,  s::available,  no , yes, no , no , no , ignore , ignore , refuse,
    flag_target_of_workflow | flag_cleaned_to_leave},
  state_info{s::clean_hold,      k::hold,    s::available,  no , no , no , no , no , record, record, if_able,
    flag_target_of_workflow},
  state_info{s::deploying,       k::working, s::active,     yes, no , no , yes, yes, record, record, after},
  state_info{s::deploy_wait,     k::waiting, s::active,     yes, no , no , yes, yes, act, act, if_able,
    flag_none, 110},
  state_info{s::deploy_failed,   k::failed,  s::active,     no , yes, no , no , no , ignore , ignore , refuse},
  state_info{s::deploy_hold,     k::hold,    s::active,     no , no , no , no , no , record, record, now},
  state_info{s::active,          k::stable,  none,          no , no , no , no , no , ignore , ignore , refuse,
    flag_in_use | flag_protectable},
  state_info{s::deleting,        k::working, s::available,  yes, no , no , no , no , ignore , ignore , after},
  state_info{s::error,           k::stable,  none,          no , yes, no , no , no , ignore , ignore , refuse},
  state_info{s::adopting,        k::working, s::active,     yes, no , no , no , no , ignore , ignore , after},
  state_info{s::adopt_failed,    k::failed,  s::active,     no , yes, yes, no , no , ignore , ignore , refuse,
    flag_no_power_sync | flag_volumes_free},
  state_info{s::rescuing,        k::working, s::rescue,     yes, no , no , yes, yes, record, record, after,
    flag_rescue_boots},
  state_info{s::rescue_wait,     k::waiting, s::rescue,     yes, no , no , yes, yes, act, act, now},
  state_info{s::rescue,          k::stable,  none,          no , no , no , no , no , ignore , ignore , refuse,
    flag_protectable},
  state_info{s::rescue_failed,   k::failed,  s::rescue,     no , yes, no , no , no , ignore , ignore , refuse},
  state_info{s::unrescuing,      k::working, s::active,     yes, no , no , no , no , ignore , ignore , after},
  state_info{s::unrescue_failed, k::failed,  s::active,     no , yes, no , no , no , ignore , ignore , refuse},
  state_info{s::servicing,       k::working, s::active,     yes, no , no , no , yes, record, record, after},
  state_info{s::service_wait,    k::waiting, s::active,     yes, no , no , yes, yes, act, act, if_able},
  state_info{s::service_failed,  k::failed,  s::active,     no , yes, no , no , no , ignore , ignore , leave},
  state_info{s::service_hold,    k::hold,    s::active,     no , yes, no , no , yes, record, record, if_able,
    flag_resumes_without_agent},
};
// clang-format on

constexpr bool in_order() {
  for (size_t i = 0; i < rows.size(); ++i)
    if (static_cast<size_t>(rows[i].state) != i) return false;
  return true;
}

static_assert(rows.size() == static_cast<size_t>(s::count_), "a state without a row");
static_assert(in_order(), "rows must be in the order of their enum");

}  // namespace state_table

constexpr const state_info& info(provision_state x) {
  return state_table::rows[static_cast<size_t>(x)];
}

}  // namespace ironbus
