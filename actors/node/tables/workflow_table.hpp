#pragma once

#include "actors/node/base/context.hpp"
#include "actors/node/base/reset.hpp"
#include "messages/contract/driver_operations.hpp"
#include "messages/model/provision_state.hpp"

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace ironbus {

/// The source of a workflow's work steps.
enum class work_source : uint8_t {
  declared,               ///< Declared steps of drivers, merged with requested steps.
  declared_unless_asked,  ///< Requested steps, or else declared steps of drivers.
  asked,                  ///< Requested steps only.
};

/// Describes a workflow. The work steps between `prepare` and `finish` come from the drivers'
/// declarations for `phase` and from the request.
struct workflow_info {
  workflow kind;
  std::string_view noun;  ///< In sentences: "the <noun> operation".
  std::span<const driver_operation> prepare{};
  uint32_t phase = phase_none;  ///< phase_none: there are no work steps.
  work_source work = work_source::declared;
  const char* steps_key = nullptr;  ///< The member of a request with its steps; null: none.
  std::span<const driver_operation> finish{};
  std::span<const driver_operation> finish_failed{};
  bool finish_may_fail = false;    ///< A failed finish step is logged and skipped.
  bool keeps_boot_device = false;  ///< None of its calls changes the boot device.

  provision_event done = provision_event::done;  ///< The event of its success.
  std::optional<provision_event> done_if_retired{};
  std::optional<workflow> followed_by{};    ///< Starts with the event of its success.
  std::optional<provision_state> target{};  ///< Its target state, if the states do not define it.
  void (*forgets_when_done)(node& x) = nullptr;
  void (*forgets_when_failed)(node& x) = nullptr;

  /// Runs automatically when a node is made available: it can be disabled, and uses the member
  /// "cleaning" of the request.
  bool is_automatic = false;
  /// Start the list again if the agent offers other steps than planned.
  bool begins_list_again = false;
  bool processes_data = false;  ///< Apply hooks and rules to the data found.
  /// The field that shows the running work step; null: none.
  json_document node::*shown_in = nullptr;
  /// The fault after a failed work step, with maintenance; empty: none.
  std::string_view fault{};
  /// Option to power off the machine after that; null: as the steps say.
  bool conductor_options::*power_off_if_failed = nullptr;
  /// Start of the sentence about a failed step, before the node's UUID; empty: the sentence names
  /// the step.
  std::string_view failed_text{};
  std::string_view aborted_text{};    ///< The sentence after an abort; empty: the default one.
  bool abort_leaves_failure = false;  ///< An abort moves the node through the failed state.
  std::string_view history_type;
  std::chrono::seconds conductor_options::*agent_timeout =
      &conductor_options::step_timeout;  ///< Limit of a wait for the agent.
  /// History entries "<flow>_start" and "<flow>_end" for its work steps; empty: none.
  std::string_view flow{};
  /// After a success the agent may keep running for the next workflow (fast_track.hpp).
  bool keeps_agent = false;
  /// A member of its request for internal data, which is not part of the record; empty: none.
  std::string_view working_data{};
};

namespace workflow_table {

namespace calls = driver_operations;

inline constexpr std::array verify{calls::power::get_power_state};
inline constexpr std::array verify_end{
    calls::management::detect_vendor,   calls::management::get_boot_mode,
    calls::management::get_secure_boot, calls::management::get_node_health,
    calls::bios::cache_bios_settings,   calls::firmware::cache_firmware_components};
inline constexpr std::array inspect{calls::inspect::inspect_hardware};
inline constexpr std::array inspect_end{calls::inspect::clean_up};
inline constexpr std::array inspect_failed{calls::inspect::abort};
inline constexpr std::array clean{calls::deploy::prepare_cleaning};
inline constexpr std::array clean_end{calls::deploy::collect_logs,
                                      calls::deploy::tear_down_cleaning};
inline constexpr std::array deploy{calls::deploy::prepare};
inline constexpr std::array deploy_failed{calls::deploy::collect_logs, calls::deploy::clean_up};
inline constexpr std::array undeploy{calls::deploy::clean_up, calls::deploy::tear_down};
inline constexpr std::array adopt{calls::deploy::prepare, calls::deploy::take_over};
inline constexpr std::array rescue{calls::rescue::rescue};
inline constexpr std::array rescue_failed{calls::rescue::clean_up};
inline constexpr std::array unrescue{calls::rescue::unrescue};
inline constexpr std::array service{calls::deploy::prepare_service};
inline constexpr std::array service_end{calls::deploy::collect_logs,
                                        calls::deploy::tear_down_service};

using w = workflow;
using e = provision_event;
using n = node;
using o = conductor_options;

inline constexpr std::array rows{
    workflow_info{.kind = w::verify,
                  .noun = "verify",
                  .prepare = verify,
                  .phase = phase_verify,
                  .finish = verify_end,
                  .finish_may_fail = true,
                  .failed_text = "Failed to verify node ",
                  .history_type = "verifying"},
    workflow_info{.kind = w::inspect,
                  .noun = "inspection",
                  .prepare = inspect,
                  .finish = inspect_end,
                  .finish_failed = inspect_failed,
                  .processes_data = true,
                  .aborted_text = "Inspection was aborted by request.",
                  .history_type = "introspection",
                  .agent_timeout = &o::inspect_wait_timeout,
                  .keeps_agent = true,
                  .working_data = "inspection_data"},
    workflow_info{.kind = w::automated_clean,
                  .noun = "clean",
                  .prepare = clean,
                  .phase = phase_clean,
                  .work = work_source::declared_unless_asked,
                  .steps_key = "clean_steps",  // of the runbook that the configuration names
                  .finish = clean_end,
                  .finish_failed = clean_end,
                  .done_if_retired = e::manage,
                  .is_automatic = true,
                  .begins_list_again = true,
                  .shown_in = &n::clean_step,
                  .fault = "clean failure",
                  .power_off_if_failed = &o::poweroff_in_cleanfail,
                  .history_type = "cleaning",
                  .agent_timeout = &o::clean_callback_timeout,
                  .flow = "automated_cleaning",
                  .keeps_agent = true},
    workflow_info{.kind = w::manual_clean,
                  .noun = "clean",
                  .prepare = clean,
                  .phase = phase_clean,
                  .work = work_source::asked,
                  .steps_key = "clean_steps",
                  .finish = clean_end,
                  .finish_failed = clean_end,
                  .done = e::manage,
                  .target = provision_state::manageable,
                  .shown_in = &n::clean_step,
                  .fault = "clean failure",
                  .power_off_if_failed = &o::poweroff_in_cleanfail,
                  .history_type = "cleaning",
                  .agent_timeout = &o::clean_callback_timeout,
                  .flow = "manual_cleaning",
                  .keeps_agent = true},
    workflow_info{.kind = w::deploy,
                  .noun = "deploy",
                  .prepare = deploy,
                  .phase = phase_deploy,
                  .steps_key = "deploy_steps",
                  .finish_failed = deploy_failed,
                  .shown_in = &n::deploy_step,
                  .history_type = "deploying",
                  .agent_timeout = &o::deploy_callback_timeout,
                  .flow = "deployment"},
    workflow_info{.kind = w::undeploy,
                  .noun = "undeploy",
                  .prepare = undeploy,
                  .done = e::clean,
                  .followed_by = w::automated_clean,
                  .forgets_when_done = drop_instance,
                  .forgets_when_failed = drop_instance,
                  .history_type = "unprovision"},
    workflow_info{.kind = w::adopt,
                  .noun = "adoption",
                  .prepare = adopt,
                  .keeps_boot_device = true,
                  .forgets_when_failed = drop_power_state,
                  .history_type = "adoption"},
    workflow_info{.kind = w::rescue,
                  .noun = "rescue",
                  .prepare = rescue,
                  .finish_failed = rescue_failed,
                  .forgets_when_done = forget_rescue_password,
                  .history_type = "rescue",
                  .agent_timeout = &o::rescue_callback_timeout},
    workflow_info{.kind = w::unrescue,
                  .noun = "unrescue",
                  .prepare = unrescue,
                  .forgets_when_done = forget_rescue_password,
                  .history_type = "rescue"},
    workflow_info{.kind = w::service,
                  .noun = "service",
                  .prepare = service,
                  .phase = phase_service,
                  .work = work_source::asked,
                  .steps_key = "service_steps",
                  .finish = service_end,
                  .finish_failed = service_end,
                  .shown_in = &n::service_step,
                  .fault = "service failure",
                  .power_off_if_failed = &o::poweroff_in_servicefail,
                  .abort_leaves_failure = true,
                  .history_type = "servicing",
                  .agent_timeout = &o::service_callback_timeout,
                  .flow = "servicing"},
};

constexpr bool in_order() {
  for (size_t i = 0; i < rows.size(); ++i)
    if (static_cast<size_t>(rows[i].kind) != i) return false;
  return true;
}

static_assert(rows.size() == static_cast<size_t>(w::count_), "a workflow without a row");
static_assert(in_order(), "rows must be in the order of their enum");

}  // namespace workflow_table

constexpr const workflow_info& info(workflow x) {
  return workflow_table::rows[static_cast<size_t>(x)];
}

}  // namespace ironbus
