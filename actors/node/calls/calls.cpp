#include "actors/node/calls/calls.hpp"

#include "actors/node/base/reset.hpp"
#include "actors/node/calls/children.hpp"
#include "actors/node/decision/ledger.hpp"
#include "actors/node/decision/worker_check.hpp"
#include "actors/node/power/power.hpp"
#include "messages/contract/declaration_check.hpp"
#include "messages/contract/driver_operations.hpp"
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

/// The answer to whoever asked; it may have gone.
void answer_caller(decision& d, const driver_call& call, const reply& x) {
  if (call.of_parent)
    tell_parent(d, *call.of_parent, x.refused ? std::optional{x.refused->message} : std::nullopt);
  if (!call.reply_to.empty()) d.answer_later(call.id, call.reply_to, call.correlation_id, x);
}

driver_call take_front(decision& d) {
  auto out = std::move(d.next.calls.front());
  d.next.calls.erase(d.next.calls.begin());
  return out;
}

handler_result driver_call_failed(decision& d, const failure& why) {
  const auto call = take_front(d);
  const auto name = call.what.interface + "." + call.what.name;
  const auto text = name + " failed: " + why.message;
  log_step_failure(d, {{d.next.about.uuid, call.id, 0, call.attempt}, name, why.message});
  answer_caller(d, call, {failure{why.code, text}, {}});
  if (is_awaited(call) || info(d.next.about.state).kind == state_kind::failed)
    d.remember("ERROR", call.what.interface, text);  // a failed state's own error says more
  else
    d.note_error(call.what.interface, text);
  if (call.what.name == driver_operations::console::start_console.name)
    d.next.about.console_enabled = false;
  return verdict::stay{};
}

}  // namespace

void call_interface(decision& d, const call_driver& x) {
  const auto* implementation = d.ctx().drivers.of(d.next.about, x.interface);
  const auto* method = implementation != nullptr && implementation->supported
                           ? implementation->find_step(x.method)
                           : nullptr;
  if (method == nullptr) return d.refuse(unsupported(d.next.about, x));
  for (auto refused : {check_arguments(*method, x.args), check_workers(d)})
    if (refused) return d.refuse(std::move(*refused));
  if (d.next.calls.size() >= driver_calls_max)
    return d.refuse({error_code::unavailable, "Node " + d.next.about.uuid + " has " +
                                                  std::to_string(driver_calls_max) +
                                                  " calls waiting already."});
  driver_call call;
  call.id = d.fresh_id();
  call.user = d.user();
  call.what.interface = x.interface;
  call.what.name = x.method;
  call.what.args = x.args;
  call.what.repeatable = method->repeatable;
  if (x.wait) {
    call.reply_to = d.ctx().reply_to;
    call.correlation_id = d.ctx().correlation_id;
    d.answer.later = !call.reply_to.empty();
  }
  d.next.calls.push_back(std::move(call));
}

void change_target_raid(decision& d, const set_target_raid& x) {
  auto& about = d.next.about;
  const auto* raid = d.ctx().drivers.of(about, "raid");
  if (raid == nullptr || !raid->supported)
    return d.refuse(unsupported(about, {"raid", "raid", {}, false}));
  about.target_raid_config = x.config;
  about.updated_at = d.ctx().now;
  d.emit(event::node_updated, {{"changed", {"target_raid_config"}}});
}

void start_driver_call(decision& d) {
  const auto& x = d.next;
  if (x.calls.empty()) return;
  const auto& call = x.calls.front();
  if (stops_ramdisk(call.what)) forget_agent(d.next.about);
  ask_driver(d, call.what,
             {.operation_id = call.id, .attempt = call.attempt, .what = due_driver_call{}});
}

handler_result driver_call_ended(decision& d, const step_outcome& x, const step_in_flight&) {
  if (x.status == step_status::interrupted && d.next.calls.front().what.repeatable) {
    ++d.next.calls.front().attempt;
    return verdict::stay{};
  }
  if (x.status == step_status::failed || x.status == step_status::interrupted)
    return driver_call_failed(d, {x.why, x.reason});
  if (x.status == step_status::waiting && d.next.calls.front().of_parent)
    return driver_call_failed(
        d, {error_code::invalid, "it goes on by itself, which a step for a parent must not"});
  const auto call = take_front(d);
  answer_caller(d, call, {{}, to_text(x.answer)});
  return verdict::stay{};
}

handler_result driver_call_silent(decision& d, const std::string& reason, const step_in_flight&) {
  return driver_call_failed(d, {error_code::timeout, reason + "."});
}

}  // namespace ironbus
