#include "actors/node/decision/overdue_step.hpp"

#include "actors/node/decision/ledger.hpp"
#include "actors/node/decision/progress.hpp"

namespace ironbus {

namespace {

/// Its duration depends on an operator or on the request.
bool ends_by_choice(const ledger_entry& entry) {
  return entry.name == reserved_step::hold || entry.name == reserved_step::wait;
}

}  // namespace

void expect_end(decision& decision, ledger_entry& entry) {
  if (ends_by_choice(entry)) return;
  const auto usual =
      decision.usual(kind_of_run(decision.next.attributes, entry.interface, entry.name));
  if (!usual) return;
  entry.expected_end = usual->expected_end(entry.started_at);
  entry.overdue_at = usual->overdue_at(entry.started_at);
}

void report_overdue_step(decision& decision) {
  const auto due = overdue_moment(decision.next);
  if (!due || *due > decision.ctx().now) return;
  auto& op = *decision.next.current;
  auto& entry = op.ledger.back();
  entry.overdue = true;
  const std::chrono::duration<double> taken = decision.ctx().now - entry.started_at;
  auto data = describe_run(op, entry);
  data["expected_end"] = entry.expected_end;
  data["overdue_at"] = entry.overdue_at;
  data["seconds"] = taken.count();
  add_machine(data, decision.next.attributes);
  decision.emit(event::step_overdue, std::move(data));
  decision.seen.overdue_steps.push_back(entry.interface + "." + entry.name);
}

std::optional<timestamp> overdue_moment(const node_snapshot& snapshot) {
  if (!snapshot.current || !is_started(*snapshot.current)) return std::nullopt;
  const auto& entry = snapshot.current->ledger.back();
  return entry.overdue ? std::nullopt : entry.overdue_at;
}

}  // namespace ironbus
