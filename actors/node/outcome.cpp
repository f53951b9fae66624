#include "actors/node/outcome.hpp"

#include "actors/node/agent_watch.hpp"
#include "actors/node/components.hpp"
#include "actors/node/in_flight.hpp"
#include "actors/node/inspection.hpp"
#include "actors/node/ledger.hpp"
#include "actors/node/waiting.hpp"

namespace ironbus {

namespace {

/// A step whose worker died is tried this often before a human is asked.
constexpr uint32_t attempts_max = 10;

bool is_in_flight(const node_snapshot& x, const step_id& id) {
  return x.in_flight && x.in_flight->operation_id == id.operation_id &&
         x.in_flight->index == id.index && x.in_flight->attempt == id.attempt;
}

/// The node waits for the end of that step, the one its operation is at.
bool waits_for_step(const node_snapshot& x, const step_id& id) {
  return x.waiting && x.current && x.current->id == id.operation_id &&
         x.current->index == id.index && x.current->attempt == id.attempt;
}

/// The step has told us before that it goes on by itself; this is its end.
bool is_awaited(const node_snapshot& x, const step_outcome& o) {
  return o.status != step_status::waiting && waits_for_step(x, o.id) &&
         x.waiting->for_whom != awaited::operator_;
}

/// The agent that is awaited says that it works on the step.
bool is_progress(const node_snapshot& x, const step_outcome& o) {
  return o.status == step_status::waiting && o.waits_for == awaited::agent &&
         waits_for_step(x, o.id) && x.waiting->for_whom == awaited::agent;
}

void merge(json& into, const json& news) {
  if (news.is_object()) into.merge_patch(news);  // RFC 7386: null removes
}

void learn(decision& d, const facts& x) {
  auto& about = d.next.about;
  if (x.power_state) about.power_state = x.power_state;
  if (x.boot_mode) about.boot_mode = x.boot_mode;
  if (x.secure_boot) about.secure_boot = x.secure_boot;
  if (x.console_enabled) about.console_enabled = *x.console_enabled;
  if (x.health) about.health = x.health;
  merge(about.properties, x.properties);
  merge(about.driver_internal_info, x.driver_internal_info);
  if (x.raid_config.is_object()) about.raid_config = x.raid_config;
  if (x.bios) learn_bios(d, *x.bios);
  learn_firmware(d, x.firmware);
  pre_create_ports(d, x.mac_addresses);
}

std::string failure_text(const decision& d, const operation& op, const std::string& reason) {
  if (op.kind == workflow::verify)
    return "Failed to verify node " + d.next.about.uuid + ": " + reason;
  auto noun = std::string{info(op.kind).noun};
  noun[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(noun[0])));
  return noun + " " + name_of_step(op) + " failed on node " + d.next.about.uuid + ": " + reason;
}

void interrupted(decision& d, const step_outcome& x) {
  auto& op = *d.next.current;
  const bool again = op.steps[op.index].repeatable && op.attempt < attempts_max;
  if (!again)
    return fail_workflow(d, failure_text(d, op,
                                         "its worker ended in the middle, and the step must not be"
                                         " repeated. " +
                                             x.reason));
  close_ledger_entry(d, op, "interrupted", x.reason, x.worker);
  end_wait(d);
  if (x.agent_gone) return agent_is_gone(d, x.reason);
  if (x.steps_changed) return agent_is_another(d, x.reason);
  ++op.attempt;
  advance(d);
}

void failed(decision& d, const step_outcome& x) {
  auto& op = *d.next.current;
  const auto& step = op.steps[op.index];
  const bool was_not_up = op.agent_kept && step.collects_steps;
  // It is there, but not ours any more: one boot may bring another.
  const bool is_not_ours = x.agent_gone && op.restarts == 0 && step.repeatable && !op.settled;
  if (!was_not_up && !is_not_ours) return fail_workflow(d, failure_text(d, op, x.reason));
  close_ledger_entry(d, op, "interrupted", x.reason, x.worker);
  end_wait(d);
  agent_is_gone(d, x.reason);
}

/// A driver's words, as they may be kept: masked before they are cut, as half a secret is not known
/// for one.
step_outcome with_short_texts(const decision& d, step_outcome x) {
  for (auto* text : {&x.reason, &x.evidence})
    *text = mask_text(std::move(*text)).substr(0, d.ctx().options.error_text_max);
  return x;
}

}  // namespace

void workflow_step_ended(decision& d, const step_outcome& x, const step_in_flight& was) {
  auto& s = d.next;
  if (!is_of_workflow(s, was)) return advance(d);  // the operation ended while its step was out
  switch (x.status) {
    case step_status::done:
      if (is_api_call(*s.current)) return api_call_ended(d, x);
      if (is_inspected_by_driver(s)) return driver_has_inspected(d, x);
      if (x.learnt.inventory.is_object()) d.keep_inventory(x.learnt.inventory);
      close_ledger_entry(d, *s.current, "done", x.evidence, x.worker);
      return complete_step(d);
    case step_status::waiting: return await_step(d, x, std::get<workflow_step>(was.what).heard);
    case step_status::interrupted: return interrupted(d, x);
    default: return failed(d, x);
  }
}

void workflow_step_silent(decision& d, const std::string& reason, const step_in_flight& was) {
  if (is_of_workflow(d.next, was))
    fail_workflow(d, reason + " to " + name_of_step(*d.next.current) + ".");
}

void step_ended(decision& d, const step_outcome& told) {
  const auto x = with_short_texts(d, told);
  auto& s = d.next;
  // An awaited step is not in flight any more, but ends as if it were.
  step_in_flight was{x.id.operation_id, x.id.index, x.id.attempt};
  if (is_in_flight(s, x.id))
    was = *std::exchange(s.in_flight, std::nullopt);
  else if (is_progress(s, x))
    return agent_works(d);
  else if (!is_awaited(s, x))
    return;
  learn(d, x.learnt);
  rules_of(was).ended(d, x, was);
}

}  // namespace ironbus
