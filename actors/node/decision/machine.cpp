#include "actors/node/decision/machine.hpp"

#include "actors/node/tables/workflow_table.hpp"

#include <stdexcept>

namespace ironbus {

namespace {

/// Manual cleaning is told from automated cleaning by its target alone, until it has ended.
std::optional<provision_state> target_after(const node_snapshot& snapshot, provision_state to) {
  const auto& row = info(to);
  if (row.kind == state_kind::stable) return std::nullopt;
  if (!row.has(flag_target_of_workflow)) return row.target;
  const auto& op = snapshot.queued ? snapshot.queued : snapshot.current;
  if (op) return info(op->kind).target ? info(op->kind).target : row.target;
  const auto manual = info(workflow::manual_clean).target;
  return snapshot.attributes.target_state == manual ? manual : row.target;
}

std::string_view status_of(provision_event on, const state_info& from, const state_info& to) {
  if (on == provision_event::fail) return "error";
  if (!from.busy && to.busy) return "start";
  if (from.busy && !to.busy) return "end";
  return "success";
}

void stamp_inspection(node& node, provision_state from, timestamp now) {
  const auto& row = info(node.state);
  const bool was = info(from).has(flag_inspects);
  if (was == row.has(flag_inspects)) return;
  if (was) {
    node.inspection_started_at.reset();
    if (row.kind != state_kind::failed) node.inspection_finished_at = now;
  } else {
    node.inspection_started_at = now;
    node.inspection_finished_at.reset();
  }
}

void log_move(decision& decision, provision_event on, provision_state from) {
  const auto& node = decision.next.attributes;
  const bool failed = on == provision_event::fail;
  decision.report(failed ? log::level::warn : log::level::info, "the provision state has changed",
                  {{log_key::from, std::string{to_string(from)}},
                   {log_key::verb, std::string{to_string(on)}},
                   {log_key::to, std::string{to_string(node.state)}},
                   {log_key::error, failed ? node.last_error.value_or("") : std::string{}}});
}

}  // namespace

bool can_move(const node_snapshot& x, provision_event on) {
  return find_transition(x.attributes.state, on) != nullptr;
}

void move(decision& decision, provision_event on) {
  auto& attributes = decision.next.attributes;
  const auto* row = find_transition(attributes.state, on);
  if (row == nullptr)  // a workflow that leaves the table is a defect; the runtime dead-letters it
    throw std::logic_error("no transition from '" + std::string{to_string(attributes.state)} +
                           "' by '" + std::string{to_string(on)} + "'");
  const auto from = attributes.state;
  const auto previous_target = attributes.target_state;
  attributes.state = row->to;
  attributes.target_state = target_after(decision.next, row->to);
  attributes.provision_updated_at = decision.ctx().now;
  stamp_inspection(attributes, from, decision.ctx().now);
  decision.emit(event::provision_state_changed,
                {{"event", to_string(on)},
                 {"from", from},
                 {"to", attributes.state},
                 {"previous_target", previous_target},
                 {"target", attributes.target_state},
                 {"status", status_of(on, info(from), info(attributes.state))},
                 {"last_error", attributes.last_error}});
  log_move(decision, on, from);
}

}  // namespace ironbus
