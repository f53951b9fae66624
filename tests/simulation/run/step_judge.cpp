#include "tests/simulation/run/step_judge.hpp"

#include <algorithm>
#include <array>
#include <chrono>

namespace ironbus::simulation {

namespace {

using std::chrono::seconds;

/// Maximum delay of a call that was sent before its node stopped waiting.
constexpr seconds under_way{1};
/// An operator may delete a node in maintenance at any time. That does not cancel sent requests: a
/// driver that waits for a restarted store may still start one.
constexpr seconds under_way_of_deleted{30};

/// Interfaces that only simulated machines implement.
constexpr std::array machine_kinds{"deploy", "power", "raid", "bios", "firmware"};

bool is_of_machine(const std::string& interface) {
  return std::find(machine_kinds.begin(), machine_kinds.end(), interface) != machine_kinds.end();
}

/// A step that is not repeatable.
constexpr std::string_view once_only = "firmware.update";

/// Whether the machine has started an earlier attempt of it.
bool was_attempted(const machine_model& machine, const step_id& id) {
  const auto& attempts = machine.attempts();
  return std::any_of(attempts.begin(), attempts.end(), [&](const auto& row) {
    const auto& other = row.second.id;
    return other.operation_id == id.operation_id && other.index == id.index &&
           other.attempt < id.attempt;
  });
}

}  // namespace

std::optional<step_id> awaited_step(const node_snapshot& node) {
  if (!node.in_flight) return std::nullopt;
  const auto& x = *node.in_flight;
  return step_id{node.attributes.uuid, x.operation_id, x.index, x.attempt};
}

// -- commits --------------------------------------------------------------------------------------

void step_judge::on_node(const std::string& node, const node_snapshot* before,
                         const node_snapshot* next) {
  auto& known = nodes_[node];
  known.waits_for = next == nullptr ? std::nullopt : awaited_step(*next);
  if (next != nullptr) note_group(known, *next);
  if (before == nullptr) return;
  note_end(*before, next);
  if (next == nullptr || service_.has_agent(node)) return;
  if (next->current) judge_ledger(*next->current, node);
  const bool freed = next->attributes.state == provision_state::available &&
                     before->attributes.state != provision_state::available;
  if (freed && before->current && before->current->kind == workflow::automated_clean)
    judge_proof(*before->current, node);
}

void step_judge::read_again(const std::string& node, const node_snapshot* now) {
  nodes_[node].waits_for = now == nullptr ? std::nullopt : awaited_step(*now);
}

/// Each step that the ledger has as done was done by the machine.
void step_judge::judge_ledger(const operation& current, const std::string& node) {
  for (const auto& entry : current.ledger) {
    if (entry.status != "done" || !is_of_machine(entry.interface) || entry.worker.empty()) continue;
    const auto* done =
        service_.machines().at(node)->find({node, current.id, entry.index, entry.attempt});
    if (done == nullptr || done->ends > loop_.now() || done->outcome.status != step_status::done)
      complain_("node " + node + ": the ledger has " + entry.interface + "." + entry.name +
                " as done, but the machine has not done it");
  }
}

/// A node becomes available only after its machine has done all planned steps.
void step_judge::judge_proof(const operation& cleaning, const std::string& node) {
  const auto& attempts = service_.machines().at(node)->attempts();
  for (uint32_t i = 0; i < cleaning.steps.size(); ++i) {
    const auto& planned = cleaning.steps[i];
    if (planned.role != step_role::work || !is_of_machine(planned.interface)) continue;
    const bool done = std::any_of(attempts.begin(), attempts.end(), [&](const auto& row) {
      const auto& x = row.second;
      return x.id.operation_id == cleaning.id && x.id.index == i &&
             x.outcome.status == step_status::done && x.ends <= loop_.now();
    });
    if (!done)
      complain_("node " + node + " became available, but its machine has not done " +
                planned.interface + "." + planned.name);
  }
}

// -- machines -------------------------------------------------------------------------------------

void step_judge::note_end(const node_snapshot& before, const node_snapshot* next) {
  const auto old = awaited_step(before);
  if (!old || (next != nullptr && awaited_step(*next) == old)) return;
  const bool can_be_called_back = next != nullptr || !before.attributes.maintenance;
  left_[claim_key(*old)] = loop_.now() + (can_be_called_back ? under_way : under_way_of_deleted);
}

void step_judge::note_group(known_node& known, const node_snapshot& next) {
  if (!known.waits_for) return;
  const auto key = claim_key(*known.waits_for);
  if (std::exchange(known.step, key) != key) known.groups.clear();
  known.groups.insert(next.attributes.conductor_group);
}

/// A step goes to the group that its node has when it sends or resends the request.
bool step_judge::is_served_by(const machine_model::attempt& begun) const {
  const auto found = nodes_.find(begun.id.node);
  if (found == nodes_.end() || found->second.step != claim_key(begun.id)) return true;
  const auto& groups = found->second.groups;
  return std::any_of(groups.begin(), groups.end(),
                     [&](const std::string& group) { return service_.serves(begun.owner, group); });
}

bool step_judge::is_out(const step_id& id) const {
  const auto found = nodes_.find(id.node);
  if (found != nodes_.end() && found->second.waits_for == id) return true;
  const auto left = left_.find(claim_key(id));
  return left != left_.end() && loop_.now() < left->second;
}

void step_judge::on_begin(const machine_model& machine, const machine_model::attempt& begun,
                          bool again) {
  const auto what = begun.name + " of " + claim_key(begun.id) + ", by " + begun.owner;
  if (again) return complain_("a step was started twice: " + what);
  if (begun.name == once_only && was_attempted(machine, begun.id))
    complain_("a step that must not be repeated was repeated: " + what);
  if (!is_out(begun.id) && !store_forgot_())
    complain_("a step was started after its node stopped waiting for it: " + what);
  if (!is_served_by(begun) && !store_forgot_())
    complain_("a step was started by a driver that does not serve its node's group: " + what);
}

}  // namespace ironbus::simulation
