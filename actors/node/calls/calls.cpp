#include "actors/node/calls/calls.hpp"

#include "actors/node/base/reset.hpp"
#include "actors/node/calls/boot_rebuild.hpp"
#include "actors/node/calls/children.hpp"
#include "actors/node/calls/console_output.hpp"
#include "actors/node/decision/failed_step.hpp"
#include "actors/node/decision/ledger.hpp"
#include "actors/node/decision/progress.hpp"
#include "actors/node/decision/worker_check.hpp"
#include "actors/node/power/power.hpp"
#include "actors/node/power/power_doubt.hpp"
#include "messages/contract/declaration_check.hpp"
#include "messages/contract/driver_operations.hpp"
#include "messages/contract/machine_restart.hpp"
#include "messages/model/state_table.hpp"

#include <algorithm>

namespace ironbus {

namespace {

failure unsupported(const node& x, const call_driver& call) {
  return {error_code::invalid, "Driver " + x.driver + " does not support " + call.method +
                                   " (disabled or not implemented)."};
}

std::optional<failure> check_arguments(const step_declaration& method, const json& args) {
  auto wrong = wrong_arguments(method, args);
  if (wrong.empty()) return std::nullopt;
  wrong.pop_back();
  return failure{error_code::invalid, "Invalid parameters of " + method.name + ":" + wrong + "."};
}

bool is_awaited(const driver_call& x) { return x.of_parent || !x.reply_to.empty(); }

/// Replies to the client, which may have gone away.
void answer_caller(decision& decision, const driver_call& call, const reply& reply) {
  if (call.of_parent)
    report_to_parent(decision, *call.of_parent,
                     reply.refused ? std::optional{reply.refused->message} : std::nullopt);
  if (!call.reply_to.empty())
    decision.answer_later(call.id, call.reply_to, call.correlation_id, reply);
}

driver_call take_front(decision& decision) {
  auto out = std::move(decision.next.calls.front());
  decision.next.calls.erase(decision.next.calls.begin());
  return out;
}

/// Periodic readings are reported by events, and their failures in the log.
bool is_sensor_reading(const driver_call& call) {
  return driver_operation{call.what.interface, call.what.name} ==
             driver_operations::management::get_sensors_data &&
         !is_awaited(call);
}

/// Whether the step that needs the call has not ended yet.
bool is_needed_by_step(const node_snapshot& x, const driver_call& call) {
  return call.of_step && x.current && x.current->index < x.current->steps.size() &&
         *call.of_step == id_of_step(x);
}

/// The step cannot run as planned, for example because the machine has not been restarted for it.
handler_result fail_step_of(decision& decision, const driver_call& call, const std::string& text) {
  std::erase_if(decision.next.calls,
                [&](const driver_call& other) { return other.of_step == call.of_step; });
  return fail_step(decision, text);
}

handler_result driver_call_failed(decision& decision, const failure& why) {
  const auto call = take_front(decision);
  const auto name = call.what.interface + "." + call.what.name;
  const auto text = name + " failed: " + why.message;
  log_step_failure(decision,
                   {{decision.next.attributes.uuid, call.id, 0, call.attempt}, name, why.message});
  if (is_console_request(call)) return console_output_received(decision, nullptr);
  if (is_sensor_reading(call)) return verdict::stay{};
  if (rebuilds_boot_files(call)) return boot_rebuild_failed(decision, why.message);
  if (is_needed_by_step(decision.next, call)) return fail_step_of(decision, call, text);
  answer_caller(decision, call, {failure{why.code, text}, {}});
  if (is_awaited(call) || info(decision.next.attributes.state).kind == state_kind::failed)
    decision.add_history("ERROR", call.what.interface,
                         text);  // the error of a failed state has more details
  else
    decision.record_error(call.what.interface, text);
  if (call.what.name == driver_operations::console::start_console.name)
    decision.next.attributes.console_enabled = false;
  return verdict::stay{};
}

std::string doubt_of_call(decision& decision, const std::string& reason) {
  const auto what = decision.next.calls.front().what;
  return doubt_if_power_order(decision, what, reason);
}

/// The step of a parent restarts a machine as it is; the node's own calls boot it into a certain
/// system.
void retry_call(decision& decision) {
  auto& call = decision.next.calls.front();
  ++call.attempt;
  if (restarts_machine(call.what) && !call.of_parent) set_boot_device_before_call(decision);
}

}  // namespace

void call_interface(decision& decision, const call_driver& command) {
  const auto* implementation =
      decision.ctx().drivers.find(decision.next.attributes, command.interface);
  const auto* method = implementation != nullptr && implementation->supported
                           ? implementation->find_step(command.method)
                           : nullptr;
  if (method == nullptr) return decision.refuse(unsupported(decision.next.attributes, command));
  for (auto refused : {check_arguments(*method, command.args), check_workers(decision)})
    if (refused) return decision.refuse(std::move(*refused));
  if (decision.next.calls.size() >= driver_calls_max)
    return decision.refuse(
        {error_code::unavailable, "Node " + decision.next.attributes.uuid + " already has " +
                                      std::to_string(driver_calls_max) + " waiting calls."});
  driver_call call;
  call.id = decision.fresh_id();
  call.user = decision.user();
  call.trace = decision.trace();
  call.what.interface = command.interface;
  call.what.name = command.method;
  call.what.args = command.args;
  call.what.repeatable = method->repeatable;
  if (command.wait) {
    call.reply_to = decision.ctx().reply_to;
    call.correlation_id = decision.ctx().correlation_id;
    decision.answer.later = !call.reply_to.empty();
  }
  decision.next.calls.push_back(std::move(call));
}

void change_target_raid(decision& decision, const set_target_raid& command) {
  auto& attributes = decision.next.attributes;
  const auto* raid = decision.ctx().drivers.find(attributes, "raid");
  if (raid == nullptr || !raid->supported)
    return decision.refuse(unsupported(attributes, {"raid", "raid", {}, false}));
  attributes.target_raid_config = command.config;
  attributes.updated_at = decision.ctx().now;
  decision.emit(event::node_updated, {{"changed", {"target_raid_config"}}});
}

void start_driver_call(decision& decision) {
  drop_unneeded_console_requests(decision);
  drop_unneeded_rebuilds(decision);
  const auto& x = decision.next;
  if (x.calls.empty()) return;
  const auto& call = x.calls.front();
  if (stops_ramdisk(call.what)) drop_agent(decision.next.attributes);
  step_in_flight out{.operation_id = call.id, .attempt = call.attempt, .what = due_driver_call{}};
  if (is_console_request(call)) out.until = *x.waiting->until;
  ask_driver(decision, call.what, std::move(out));
}

handler_result driver_call_ended(decision& decision, const step_outcome& outcome,
                                 const step_in_flight&) {
  if (outcome.part_done)
    return driver_call_failed(
        decision, {error_code::invalid, "it has several parts, which needs a workflow"});
  const auto& due = decision.next.calls.front();
  if (outcome.status == step_status::interrupted && may_run_again(due.what, due.attempt)) {
    retry_call(decision);
    return verdict::stay{};
  }
  if (outcome.status == step_status::interrupted)
    return driver_call_failed(
        decision, {outcome.why, outcome.reason + doubt_of_call(decision, outcome.reason)});
  if (outcome.status == step_status::failed)
    return driver_call_failed(decision, {outcome.why, outcome.reason});
  if (outcome.status == step_status::waiting && due.of_parent)
    return driver_call_failed(
        decision, {error_code::invalid,
                   "it continues as a task, which a step for a parent node must not do"});
  const auto call = take_front(decision);
  if (is_console_request(call)) return console_output_received(decision, outcome.answer);
  if (rebuilds_boot_files(call)) return boot_rebuild_ended(decision, outcome);
  if (is_sensor_reading(call)) {
    decision.emit(event::sensors_read, {{"sensors", outcome.answer}});
    decision.seen.vitals = vitals_of(decision.next, outcome.answer);
  }
  answer_caller(decision, call, {{}, to_text(outcome.answer)});
  return verdict::stay{};
}

handler_result driver_call_silent(decision& d, const std::string& reason, const step_in_flight&) {
  return driver_call_failed(d,
                            {error_code::timeout, reason + "." + doubt_of_call(d, reason + ".")});
}

}  // namespace ironbus
