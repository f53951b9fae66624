#include "actors/node/running/outcome.hpp"

#include "actors/node/calls/boot_rebuild.hpp"
#include "actors/node/decision/step_spans.hpp"
#include "actors/node/editing/components.hpp"
#include "actors/node/inspection/inspection.hpp"
#include "actors/node/power/power_doubt.hpp"
#include "actors/node/running/agent_watch.hpp"
#include "actors/node/running/in_flight.hpp"
#include "actors/node/running/task_watch.hpp"
#include "messages/contract/boot_notes.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus {

namespace {

bool is_in_flight(const node_snapshot& x, const step_id& id) {
  return x.in_flight && x.in_flight->operation_id == id.operation_id &&
         x.in_flight->index == id.index && x.in_flight->attempt == id.attempt;
}

/// The node waits for the end of that step, which is the current one of its operation.
bool waits_for_step(const node_snapshot& x, const step_id& id) {
  return x.waiting && x.current && x.current->id == id.operation_id &&
         x.current->index == id.index && x.current->attempt == id.attempt;
}

/// The step has reported before that it continues by itself; this is its end.
bool is_awaited(const node_snapshot& x, const step_outcome& o) {
  return o.status != step_status::waiting && waits_for_step(x, o.id) &&
         x.waiting->awaited_party != awaited::operator_;
}

/// The agent reports that it still works on the step.
bool is_progress(const node_snapshot& x, const step_outcome& o) {
  return o.status == step_status::waiting && o.waits_for == awaited::agent &&
         waits_for_step(x, o.id) && x.waiting->awaited_party == awaited::agent;
}

/// The polled machine reports that its task continues.
bool is_progress_of_task(const node_snapshot& x, const step_outcome& o) {
  return o.status == step_status::waiting && o.waits_for == awaited::task &&
         waits_for_step(x, o.id) && x.waiting->task;
}

/// The worker reports whether the machine of the running step answers.
bool is_silence_report(const step_outcome& o) {
  return o.status == step_status::waiting && o.waits_for == awaited::driver;
}

void note_silence(decision& decision, const step_outcome& outcome) {
  auto& x = decision.next;
  if (!is_in_flight(x, outcome.id)) return;
  auto silence = outcome.silence;
  if (silence)
    for (auto* text : {&silence->host, &silence->error})
      *text = mask_text(std::move(*text)).substr(0, decision.ctx().options.error_text_max);
  x.in_flight->silence = std::move(silence);
}

void merge(json_document& target, const json& patch) {
  // RFC 7386: null removes a key.
  if (patch.is_object() && !patch.empty()) target.edit().merge_patch(patch);
}

/// Only clients change this otherwise, so followers of the node get an event as for their changes.
void learn_driver_info(decision& decision, const json& patch) {
  auto& attributes = decision.next.attributes;
  if (!patch.is_object() || patch.empty()) return;
  merge(attributes.driver_info, patch);
  attributes.updated_at = decision.ctx().now;
  decision.emit(event::node_updated, {{"changed", {"driver_info"}}});
}

void learn(decision& decision, const facts& facts) {
  auto& attributes = decision.next.attributes;
  if (facts.power_state) attributes.power_state = facts.power_state;
  if (facts.boot_mode) attributes.boot_mode = facts.boot_mode;
  if (facts.secure_boot) attributes.secure_boot = facts.secure_boot;
  if (facts.console_enabled) attributes.console_enabled = *facts.console_enabled;
  if (facts.health) attributes.health = facts.health;
  merge(attributes.properties, facts.properties);
  const auto boot_place = read_boot_notes(attributes.driver_internal_info).place;
  merge(attributes.driver_internal_info, facts.driver_internal_info);
  report_boot_location(decision, boot_place);
  learn_driver_info(decision, facts.driver_info);
  if (facts.raid_config.is_object()) attributes.raid_config = facts.raid_config;
  if (facts.bios) store_bios_settings(decision, *facts.bios);
  store_firmware_components(decision, facts.firmware);
  pre_create_ports(decision, facts.mac_addresses);
}

/// Texts of a driver in storable form: masked before they are cut, because half a secret would not
/// be recognised.
step_outcome with_short_texts(const decision& decision, step_outcome outcome) {
  for (auto* text : {&outcome.reason, &outcome.evidence})
    *text = mask_text(std::move(*text)).substr(0, decision.ctx().options.error_text_max);
  if (extent_of(outcome.report).bytes > step_report_bytes_max) outcome.report = nullptr;
  return outcome;
}

/// The ledger records the steps of workflows.
void record_end(decision& decision, const step_in_flight& was, const step_outcome& outcome) {
  if (std::holds_alternative<workflow_step>(was.what)) return;
  record_call(decision, was, *rules_of(was).requested(decision.next), outcome.reason);
}

}  // namespace

handler_result step_ended(decision& decision, const step_outcome& received) {
  auto x = with_short_texts(decision, received);
  auto& s = decision.next;
  if (is_silence_report(x)) {
    note_silence(decision, x);
    return verdict::stay{};
  }
  // An awaited step is not outstanding any more, but ends as if it were.
  step_in_flight was{x.id.operation_id, x.id.index, x.id.attempt};
  if (is_in_flight(s, x.id)) {
    was = *std::exchange(s.in_flight, std::nullopt);
    record_end(decision, was, x);
  } else if (is_progress(s, x)) {
    agent_works(decision);
    return verdict::stay{};
  } else if (is_progress_of_task(s, x)) {
    continue_task_watch(decision, x);
    return verdict::stay{};
  } else if (!is_awaited(s, x)) {
    return verdict::stay{};
  }
  learn(decision, x.observed);
  learn_of_power(decision, was, x);
  return rules_of(was).ended(decision, x, was);
}

}  // namespace ironbus
