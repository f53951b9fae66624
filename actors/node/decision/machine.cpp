#include "actors/node/decision/machine.hpp"

#include "actors/node/tables/workflow_table.hpp"

#include <stdexcept>

namespace ironbus {

namespace {

/// While it runs, only the target distinguishes manual from automated cleaning.
std::optional<provision_state> target_after(const node_snapshot& snapshot, provision_state target) {
  const auto& row = info(target);
  if (row.kind == state_kind::stable) return std::nullopt;
  if (!row.has(flag_target_of_workflow)) return row.target;
  const auto& op = snapshot.queued ? snapshot.queued : snapshot.current;
  if (op) return info(op->kind).target ? info(op->kind).target : row.target;
  const auto manual = info(workflow::manual_clean).target;
  return snapshot.attributes.target_state == manual ? manual : row.target;
}

std::string_view status_of(provision_event event, const state_info& before,
                           const state_info& after) {
  if (event == provision_event::fail) return "error";
  if (!before.busy && after.busy) return "start";
  if (before.busy && !after.busy) return "end";
  return "success";
}

void stamp_inspection(node& node, provision_state source, timestamp now) {
  const auto& row = info(node.state);
  const bool was = info(source).has(flag_inspects);
  if (was == row.has(flag_inspects)) return;
  if (was) {
    node.inspection_started_at.reset();
    if (row.kind != state_kind::failed) node.inspection_finished_at = now;
  } else {
    node.inspection_started_at = now;
    node.inspection_finished_at.reset();
  }
}

void log_move(decision& decision, provision_event event, provision_state source) {
  const auto& node = decision.next.attributes;
  const bool failed = event == provision_event::fail;
  decision.report(failed ? log::level::warn : log::level::info, "the provision state has changed",
                  {{log_key::from_state, std::string{to_string(source)}},
                   {log_key::verb, std::string{to_string(event)}},
                   {log_key::to_state, std::string{to_string(node.state)}},
                   {log_key::error, failed ? node.last_error.value_or("") : std::string{}}});
}

}  // namespace

bool can_move(const node_snapshot& x, provision_event event) {
  return find_transition(x.attributes.state, event) != nullptr;
}

void move(decision& decision, provision_event cause) {
  auto& attributes = decision.next.attributes;
  const auto* row = find_transition(attributes.state, cause);
  // a workflow that leaves the table is a bug; the runtime moves the message to the dead letters
  if (row == nullptr)
    throw std::logic_error("no transition from '" + std::string{to_string(attributes.state)} +
                           "' by '" + std::string{to_string(cause)} + "'");
  const auto source = attributes.state;
  const auto previous_target = attributes.target_state;
  attributes.state = row->target;
  attributes.target_state = target_after(decision.next, row->target);
  attributes.provision_updated_at = decision.ctx().now;
  stamp_inspection(attributes, source, decision.ctx().now);
  decision.emit(event::provision_state_changed,
                {{"event", to_string(cause)},
                 {"from", source},
                 {"to", attributes.state},
                 {"previous_target", previous_target},
                 {"target", attributes.target_state},
                 {"status", status_of(cause, info(source), info(attributes.state))},
                 {"last_error", attributes.last_error}});
  log_move(decision, cause, source);
}

}  // namespace ironbus
