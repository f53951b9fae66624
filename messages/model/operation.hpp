#pragma once

#include "messages/base/json_document.hpp"
#include "messages/base/json_text.hpp"
#include "messages/base/time.hpp"
#include "messages/base/trace_context.hpp"
#include "messages/model/step_priority.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ironbus {

/// What a node is being taken through.
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

/// The part a step plays in its workflow.
enum class step_role : uint8_t {
  prepare,  ///< Readies the machine; the list of work steps is made when the last of these is done.
  work,     ///< What the operator or the driver asked for; shown as clean_step, deploy_step ….
  finish,   ///< Gives the machine back; runs whether the work went well or not.
  count_
};

std::string_view to_string(step_role x);
bool from_string(std::string_view name, step_role& out);

/// Steps that the conductor carries out or translates itself, whatever their interface.
namespace reserved_step {
inline constexpr std::string_view hold = "hold";
inline constexpr std::string_view wait = "wait";
inline constexpr std::string_view power_on = "power_on";
inline constexpr std::string_view power_off = "power_off";
inline constexpr std::string_view reboot = "reboot";
/// Of the inspect interface: what an inspection rule asks of another service. Runs only when a rule
/// says so; its arguments may hold secrets.
inline constexpr std::string_view call_api = "call_api";
}  // namespace reserved_step

/// Whether users may ask for it by that name alone: hold, wait, power_on, power_off, reboot.
bool is_reserved_step(std::string_view name);

/// The interface that such a step is shown under where the request names none.
inline constexpr std::string_view reserved_step_interface = "power";

/// One step of a workflow, as planned.
struct step {
  std::string interface;  ///< Kind of the driver interface: "power", "deploy", ….
  std::string name;
  json_document args{};
  step_priority priority;
  bool abortable = false;
  bool requires_ramdisk = false;
  /// May run again if it is unknown whether its first run ended.
  bool repeatable = true;
  bool in_agent = false;        ///< Waits until the agent has called.
  bool collects_steps = false;  ///< Brings the agent's steps; the rest of the plan is made anew.
  bool unless_agent_stays = false;    ///< Skipped where a live agent stays up (fast-track).
  std::vector<std::string> children;  ///< Nodes that run it in the place of this one.
  step_role role = step_role::work;

  bool operator==(const step&) const = default;
};

/// What became of a planned step; an entry is written when the step is asked for.
struct ledger_entry {
  std::string interface;
  std::string name;
  uint32_t index = 0;
  uint32_t attempt = 1;
  timestamp started_at{};
  std::optional<timestamp> finished_at;
  std::string status = "running";  ///< running, done, failed, interrupted, skipped.
  std::string worker{};            ///< Who ran it.
  std::string evidence{};          ///< What the driver saw; empty if it says nothing.
  /// What was done to which device, as the machine says; an empty object: it does not.
  json_document report{};
  std::optional<timestamp> expected_end{};  ///< By what such runs take; unset: too few are known.
  std::optional<timestamp> overdue_at{};    ///< From when on it takes longer than nearly all.
  bool overdue = false;                     ///< That has come, and has been told.

  bool operator==(const ledger_entry&) const = default;
};

/// How large such a report may be; a larger one is not kept.
inline constexpr size_t step_report_bytes_max = 64 * 1024;

/// A workflow in progress.
struct operation {
  workflow kind = workflow::verify;
  std::string id;
  std::vector<step> steps;
  uint32_t index = 0;  ///< The step in progress, or next.
  uint32_t attempt = 1;
  bool planned = false;  ///< The work steps are in `steps`.
  bool ramdisk = true;   ///< The agent's ramdisk takes part, where the node has an agent at all.
  bool agent_asked = false;  ///< The agent has said, in this operation, which steps it offers.
  uint32_t restarts = 0;     ///< How often the agent was lost or changed in the middle.
  bool agent_kept = false;   ///< Works with an agent that was up before it began.
  std::vector<std::string> children_left;  ///< Those whose end of the step is awaited.
  timestamp started_at{};
  /// The last epoch of its node's shard under which the machine can have been asked for the step
  /// in progress or one behind it, should the store have forgotten what came then; 0: not known.
  uint64_t epoch = 0;
  std::vector<ledger_entry> ledger;
  json_document request{};   ///< What the operator asked with the verb (steps, configdrive, …).
  std::string user{};        ///< Who asked; empty: not known.
  std::string request_id{};  ///< Of the API request that began it; empty: not known.
  trace_context trace{};     ///< The span that has begun it; see span_of.
  bool abort_requested = false;  ///< Ends after the step in progress.
  /// Set once the outcome is decided while finish steps still run.
  std::optional<std::string> failure;
  /// The provision state has left the workflow already (failed or aborted): only finish steps
  /// are left.
  bool concluded = false;

  bool operator==(const operation&) const = default;
};

/// The span of all of the workflow, within that of whoever has begun it.
inline trace_context span_of(const operation& x) { return child_of(x.trace, x.id); }

/// A power change asked for; runs between the steps of a workflow.
struct power_action {
  std::string id;
  std::string
      target;  ///< "power on", "power off", "rebooting", "soft rebooting", "soft power off".
  std::optional<uint32_t> timeout_seconds;
  uint32_t attempt = 1;
  std::string user{};     ///< Who asked; empty: not known.
  trace_context trace{};  ///< The span that has asked.

  bool operator==(const power_action&) const = default;
};

/// Names one run of one step; the same in the request, the claim and the outcome.
struct step_id {
  std::string node;
  std::string operation_id;
  uint32_t index = 0;
  uint32_t attempt = 1;

  bool operator==(const step_id&) const = default;
};

/// A call of a driver for somebody who waits for its answer, such as reading the boot device; runs
/// between the steps of a workflow.
struct driver_call {
  std::string id;
  step what;
  uint32_t attempt = 1;
  std::string reply_to{};  ///< Empty: nobody waits.
  std::string correlation_id{};
  std::optional<step_id> of_parent{};  ///< The parent's step that it is a part of.
  std::string user{};                  ///< Who asked; empty: not known.
  trace_context trace{};               ///< The span that has asked.

  bool operator==(const driver_call&) const = default;
};

/// How many calls a node may have waiting.
inline constexpr size_t driver_calls_max = 16;

/// A command that came while the power of its machine was being changed, and that depends on what
/// comes of it: it is judged afterwards.
struct deferred_command {
  std::string id;    ///< Of its message.
  std::string type;  ///< As it travels, with `data`.
  json_text data;
  std::string reply_to{};  ///< Empty: nobody waits.
  std::string correlation_id{};
  std::string user{};  ///< Who asked; empty: not known.
  timestamp since{};
  timestamp until{};                   ///< When it is refused, should the change not have ended.
  std::optional<timestamp> expires{};  ///< When nobody waits for the answer; unset: not known.
  trace_context trace{};               ///< The span in which it was put off.

  bool operator==(const deferred_command&) const = default;
};

/// How many commands may wait for a change of power.
inline constexpr size_t deferred_commands_max = 16;

/// Out is a step of a workflow: the one in progress, or one that has been given up since.
struct workflow_step {
  bool agent_called = false;  ///< The agent has called since.

  bool operator==(const workflow_step&) const = default;
};

/// Out is the change of power that the node carries out (node_snapshot::power).
struct due_power_action {
  bool operator==(const due_power_action&) const = default;
};

/// Out is the first of the node's calls of drivers (node_snapshot::calls).
struct due_driver_call {
  bool operator==(const due_driver_call&) const = default;
};

/// The one step request that is out at the drivers for a node.
///
/// JSON: `what` is not written; whose id `operation_id` is says it, see decode_snapshot.
struct step_in_flight {
  std::string operation_id;
  uint32_t index = 0;
  uint32_t attempt = 1;
  timestamp since{};
  timestamp until{};   ///< When the driver counts as silent.
  uint64_t epoch = 0;  ///< Of the node's shard when it was first asked for; 0: not known.
  std::variant<workflow_step, due_power_action, due_driver_call> what{};

  bool operator==(const step_in_flight&) const = default;
};

/// Whom a node waits for.
enum class awaited : uint8_t { agent, task, operator_, driver, timer, children, count_ };

std::string_view to_string(awaited x);
bool from_string(std::string_view name, awaited& out);

/// Work that a machine does by itself, and that it is polled about.
struct awaited_task {
  std::string handle;  ///< What its driver calls it; opaque to all others.
  timestamp next_poll{};

  bool operator==(const awaited_task&) const = default;
};

/// A wait has a name, a beginning, an end, and says what happens then.
struct wait {
  wait(awaited awaited_party, timestamp since, std::optional<timestamp> until,
       std::string on_expiry);

  awaited awaited_party;
  timestamp since;
  /// Unset only where an operator is waited for, or the deadline was switched off by configuration.
  std::optional<timestamp> until;
  std::string on_expiry;               ///< What happens then, in words for the operator.
  std::optional<awaited_task> task{};  ///< Unset: nobody is polled.
  /// It has come to its end already, and a driver is asked what the machine's console has shown;
  /// `until` is when its answer is no longer waited for.
  bool asks_console = false;

  bool operator==(const wait&) const = default;
};

/// A wait is never without its members: this one lacks them until they are read.
template <>
inline wait blank<wait>() {
  return {awaited::agent, {}, {}, {}};
}

member_codecs<step> members_of(const step*);
member_codecs<ledger_entry> members_of(const ledger_entry*);
member_codecs<operation> members_of(const operation*);
member_codecs<power_action> members_of(const power_action*);
member_codecs<step_id> members_of(const step_id*);
member_codecs<driver_call> members_of(const driver_call*);
member_codecs<deferred_command> members_of(const deferred_command*);
member_codecs<step_in_flight> members_of(const step_in_flight*);
member_codecs<awaited_task> members_of(const awaited_task*);
member_codecs<wait> members_of(const wait*);

}  // namespace ironbus
