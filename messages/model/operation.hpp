#pragma once

#include "messages/base/json_document.hpp"
#include "messages/base/json_text.hpp"
#include "messages/base/time.hpp"
#include "messages/base/trace_context.hpp"
#include "messages/model/power_state.hpp"
#include "messages/model/step_priority.hpp"
#include "messages/model/wait.hpp"
#include "messages/rights/seen_access.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ironbus {

/// The kind of work on a node.
enum class workflow : uint8_t {
  verify,
  inspect,
  automated_clean,
  manual_clean,
  deploy,
  undeploy,
  adopt,
  rescue,
  unrescue,
  service,
  count_
};

std::string_view to_string(workflow x);
bool from_string(std::string_view name, workflow& out);

/// The part of a workflow that a step belongs to.
enum class step_role : uint8_t {
  /// Prepares the machine; the list of work steps is built when the last of these is done.
  prepare,
  /// Requested by the operator or declared by the driver; shown as clean_step, deploy_step ….
  work,
  finish,  ///< Returns the machine; runs whether the work succeeded or failed.
  count_
};

std::string_view to_string(step_role x);
bool from_string(std::string_view name, step_role& out);

/// Steps that the conductor runs or translates itself, whatever their interface.
namespace reserved_step {
inline constexpr std::string_view hold = "hold";
inline constexpr std::string_view wait = "wait";
inline constexpr std::string_view power_on = "power_on";
inline constexpr std::string_view power_off = "power_off";
inline constexpr std::string_view reboot = "reboot";
/// Of the inspect interface: a call of another service for an inspection rule. Runs only when a
/// rule requests it; its arguments may contain secrets.
inline constexpr std::string_view call_api = "call_api";
}  // namespace reserved_step

/// Whether users may request it by that name alone: hold, wait, power_on, power_off, reboot.
bool is_reserved_step(std::string_view name);

/// The interface shown for such a step if the request names none.
inline constexpr std::string_view reserved_step_interface = "power";

/// One planned step of a workflow.
struct step {
  std::string interface;  ///< Kind of the driver interface: "power", "deploy", ….
  std::string name;
  json_document args{};
  step_priority priority;
  bool abortable = false;
  bool requires_ramdisk = false;
  /// May run again if it is unknown whether its first run ended.
  bool repeatable = true;
  bool in_agent = false;              ///< Waits until the agent has sent a heartbeat.
  bool collects_steps = false;        ///< Reads the agent's steps; the rest of the plan is rebuilt.
  bool unless_agent_stays = false;    ///< Skipped if a live agent keeps running (fast-track).
  std::vector<std::string> children;  ///< Child nodes that run it instead of this one.
  step_role role = step_role::work;

  bool operator==(const step&) const = default;
};

/// The result of a planned step. The entry is written when the step is requested.
struct ledger_entry {
  std::string interface;
  std::string name;
  uint32_t index = 0;
  uint32_t attempt = 1;
  timestamp started_at{};
  std::optional<timestamp> finished_at;
  std::string status = "running";  ///< running, done, failed, interrupted, skipped.
  std::string worker{};            ///< The worker that ran it.
  std::string evidence{};          ///< The driver's observation; empty if it reports none.
  /// What was done to which device, as the machine reports; an empty object: no report.
  json_document report{};
  /// When such runs usually end; unset: too few are known.
  std::optional<timestamp> expected_end{};
  /// From then on it takes longer than nearly all earlier runs.
  std::optional<timestamp> overdue_at{};
  bool overdue = false;  ///< overdue_at has passed, and the event was sent.

  bool operator==(const ledger_entry&) const = default;
};

/// Size limit of such a report; a larger one is dropped.
inline constexpr size_t step_report_bytes_max = 64 * 1024;

/// A running workflow.
struct operation {
  workflow kind = workflow::verify;
  std::string id;
  std::vector<step> steps;
  uint32_t index = 0;  ///< The running step, or the next one.
  uint32_t attempt = 1;
  bool planned = false;  ///< `steps` contains the work steps.
  bool ramdisk = true;  ///< The workflow uses the agent's ramdisk, if the node has an agent at all.
  bool agent_asked = false;  ///< The agent has reported its steps in this operation.
  uint32_t restarts = 0;     ///< How often the agent was lost or changed during the workflow.
  bool agent_kept = false;   ///< Uses an agent that was running before.
  std::vector<std::string> children_left;  ///< Child nodes that have not finished the step yet.
  timestamp started_at{};
  /// The last epoch of the node's shard under which the machine may have received a request for the
  /// running step or a later one. Needed if the store has lost what followed; 0: unknown.
  uint64_t epoch = 0;
  std::vector<ledger_entry> ledger;
  json_document request{};       ///< The body of the request (steps, configdrive, …).
  std::string user{};            ///< The requesting user; empty: unknown.
  std::string request_id{};      ///< Of the API request that started it; empty: unknown.
  trace_context trace{};         ///< The span that started it; see span_of.
  bool abort_requested = false;  ///< Abort after the running step.
  /// Set once the outcome is decided while finish steps still run.
  std::optional<std::string> failure;
  /// The provision state has already left the workflow (failed or aborted): only finish steps
  /// remain.
  bool concluded = false;

  bool operator==(const operation&) const = default;
};

/// The span of the whole workflow, within the span that started it.
inline trace_context span_of(const operation& x) { return child_of(x.trace, x.id); }

/// A requested power change; runs between the steps of a workflow.
struct power_action {
  std::string id;
  std::string
      target;  ///< "power on", "power off", "rebooting", "soft rebooting", "soft power off".
  std::optional<uint32_t> timeout_seconds;
  uint32_t attempt = 1;
  std::string user{};     ///< The requesting user; empty: unknown.
  trace_context trace{};  ///< The requesting span.
  /// The state that the power sync found before it sent this order itself; unset: a user's order.
  std::optional<power_state> found_by_sync{};

  bool operator==(const power_action&) const = default;
};

/// Identifies one run of one step; the same in the request, the claim and the outcome.
struct step_id {
  std::string node;
  std::string operation_id;
  uint32_t index = 0;
  uint32_t attempt = 1;

  bool operator==(const step_id&) const = default;
};

/// A driver call whose answer a client waits for, such as reading the boot device. Runs between the
/// steps of a workflow.
struct driver_call {
  std::string id;
  step what;
  uint32_t attempt = 1;
  std::string reply_to{};  ///< Empty: no client waits.
  std::string correlation_id{};
  std::optional<step_id> of_parent{};  ///< The parent node's step that it belongs to.
  std::string user{};                  ///< The requesting user; empty: unknown.
  trace_context trace{};               ///< The requesting span.
  /// The step of the node's own workflow that needs the call, which the plan does not have. If the
  /// call fails, the step fails.
  std::optional<step_id> of_step{};

  bool operator==(const driver_call&) const = default;
};

/// How many calls a node may queue.
inline constexpr size_t driver_calls_max = 16;

/// A command that arrived during a power change and depends on its result. It is handled
/// afterwards.
struct deferred_command {
  std::string id;    ///< The id of its message.
  std::string type;  ///< The type of its message, as sent, with `data`.
  json_text data;
  std::string reply_to{};  ///< Empty: no client waits.
  std::string correlation_id{};
  std::string user{};  ///< The requesting user; empty: unknown.
  timestamp since{};
  timestamp until{};  ///< The command is rejected then if the power change has not ended.
  std::optional<timestamp> expires{};  ///< The client stops waiting then; unset: unknown.
  trace_context trace{};               ///< The span in which it was deferred.
  std::optional<seen_access> seen{};   ///< Of its message.

  bool operator==(const deferred_command&) const = default;
};

/// How many commands may wait for a power change.
inline constexpr size_t deferred_commands_max = 16;

/// The outstanding request is a step of a workflow: the running one, or one that was abandoned
/// since.
struct workflow_step {
  bool agent_called = false;  ///< The agent has sent a heartbeat since.

  bool operator==(const workflow_step&) const = default;
};

/// The outstanding request is the node's power change (node_snapshot::power).
struct due_power_action {
  bool operator==(const due_power_action&) const = default;
};

/// The outstanding request is the first of the node's driver calls (node_snapshot::calls).
struct due_driver_call {
  bool operator==(const due_driver_call&) const = default;
};

/// The outstanding request of a node to the drivers; there is at most one.
///
/// JSON: `what` is not written; decode_snapshot derives it from `operation_id`.
struct step_in_flight {
  std::string operation_id;
  uint32_t index = 0;
  uint32_t attempt = 1;
  timestamp since{};
  timestamp until{};   ///< From then on the driver counts as silent.
  uint64_t epoch = 0;  ///< The epoch of the node's shard at the first request; 0: unknown.
  std::variant<workflow_step, due_power_action, due_driver_call> what{};
  std::optional<machine_silence> silence{};  ///< As the worker has reported.

  bool operator==(const step_in_flight&) const = default;
};

member_codecs<step> members_of(const step*);
member_codecs<ledger_entry> members_of(const ledger_entry*);
member_codecs<operation> members_of(const operation*);
member_codecs<power_action> members_of(const power_action*);
member_codecs<step_id> members_of(const step_id*);
member_codecs<driver_call> members_of(const driver_call*);
member_codecs<deferred_command> members_of(const deferred_command*);
member_codecs<step_in_flight> members_of(const step_in_flight*);

}  // namespace ironbus
