#pragma once

#include "actors/node/context.hpp"
#include "messages/model/provision_state.hpp"

#include <array>
#include <span>
#include <string_view>

namespace ironbus {

/// A call of a driver interface that a workflow makes by itself.
struct fixed_call {
  std::string_view interface;
  std::string_view name;
};

/// What a workflow consists of. The work steps between `prepare` and `finish` come from the
/// drivers' declarations of `phase` and from the request.
struct workflow_info {
  workflow kind;
  std::string_view noun;  ///< In sentences: "the <noun> operation".
  std::span<const fixed_call> prepare;
  uint32_t phase;  ///< phase_none: there are no work steps.
  std::span<const fixed_call> finish;
  std::span<const fixed_call> finish_failed;
  provision_event done;  ///< The event of its good end.
  /// Where the work step in progress is shown; null if nowhere.
  json node::*shown_in;
  /// Fault and maintenance after a work step has failed; empty: none.
  std::string_view fault;
  std::string_view history_type;
  std::chrono::seconds conductor_options::*agent_timeout;  ///< Of a wait for the agent.
  /// History entries "<flow>_start" and "<flow>_end" tell of its work steps; empty: none.
  std::string_view flow = {};
  /// Where a good end may leave the agent up for the next workflow (fast_track.hpp).
  bool keeps_agent = false;
  /// What it keeps for itself in its request, and not for the record; empty: nothing.
  std::string_view working_data = {};
};

namespace workflow_table {

using call = fixed_call;

inline constexpr std::array verify{call{"power", "get_power_state"}};
inline constexpr std::array inspect{call{"inspect", "inspect_hardware"}};
inline constexpr std::array inspect_end{call{"inspect", "clean_up"}};
inline constexpr std::array inspect_failed{call{"inspect", "abort"}};
inline constexpr std::array clean{call{"deploy", "prepare_cleaning"}};
inline constexpr std::array clean_end{call{"deploy", "collect_logs"},
                                      call{"deploy", "tear_down_cleaning"}};
inline constexpr std::array deploy{call{"deploy", "prepare"}};
inline constexpr std::array deploy_failed{call{"deploy", "collect_logs"},
                                          call{"deploy", "clean_up"}};
inline constexpr std::array undeploy{call{"deploy", "clean_up"}, call{"deploy", "tear_down"}};
inline constexpr std::array adopt{call{"deploy", "prepare"}, call{"deploy", "take_over"}};
inline constexpr std::array rescue{call{"rescue", "rescue"}};
inline constexpr std::array rescue_failed{call{"rescue", "clean_up"}};
inline constexpr std::array unrescue{call{"rescue", "unrescue"}};
inline constexpr std::array service{call{"deploy", "prepare_service"}};
inline constexpr std::array service_end{call{"deploy", "collect_logs"},
                                        call{"deploy", "tear_down_service"}};

using w = workflow;
using e = provision_event;
using n = node;
using o = conductor_options;

inline constexpr std::array rows{
    workflow_info{w::verify,
                  "verify",
                  verify,
                  phase_verify,
                  {},
                  {},
                  e::done,
                  nullptr,
                  "",
                  "verifying",
                  &o::step_timeout},
    workflow_info{w::inspect,
                  "inspection",
                  inspect,
                  phase_none,
                  inspect_end,
                  inspect_failed,
                  e::done,
                  nullptr,
                  "",
                  "introspection",
                  &o::inspect_wait_timeout,
                  {},
                  true,
                  "inspection_data"},
    workflow_info{w::automated_clean, "clean", clean, phase_clean, clean_end, clean_end, e::done,
                  &n::clean_step, "clean failure", "cleaning", &o::clean_callback_timeout,
                  "automated_cleaning", true},
    workflow_info{w::manual_clean, "clean", clean, phase_clean, clean_end, clean_end, e::manage,
                  &n::clean_step, "clean failure", "cleaning", &o::clean_callback_timeout,
                  "manual_cleaning", true},
    workflow_info{w::deploy,
                  "deploy",
                  deploy,
                  phase_deploy,
                  {},
                  deploy_failed,
                  e::done,
                  &n::deploy_step,
                  "",
                  "deploying",
                  &o::deploy_callback_timeout,
                  "deployment"},
    workflow_info{w::undeploy,
                  "undeploy",
                  undeploy,
                  phase_none,
                  {},
                  {},
                  e::clean,
                  nullptr,
                  "",
                  "unprovision",
                  &o::step_timeout},
    workflow_info{w::adopt,
                  "adoption",
                  adopt,
                  phase_none,
                  {},
                  {},
                  e::done,
                  nullptr,
                  "",
                  "adoption",
                  &o::step_timeout},
    workflow_info{w::rescue,
                  "rescue",
                  rescue,
                  phase_none,
                  {},
                  rescue_failed,
                  e::done,
                  nullptr,
                  "",
                  "rescue",
                  &o::rescue_callback_timeout},
    workflow_info{w::unrescue,
                  "unrescue",
                  unrescue,
                  phase_none,
                  {},
                  {},
                  e::done,
                  nullptr,
                  "",
                  "rescue",
                  &o::step_timeout},
    workflow_info{w::service, "service", service, phase_service, service_end, service_end, e::done,
                  &n::service_step, "service failure", "servicing", &o::service_callback_timeout,
                  "servicing"},
};

constexpr bool in_order() {
  for (size_t i = 0; i < rows.size(); ++i)
    if (static_cast<size_t>(rows[i].kind) != i) return false;
  return true;
}

static_assert(rows.size() == static_cast<size_t>(w::count_), "a workflow without a row");
static_assert(in_order(), "rows must stand in the order of their enum");

}  // namespace workflow_table

constexpr const workflow_info& info(workflow x) {
  return workflow_table::rows[static_cast<size_t>(x)];
}

}  // namespace ironbus
