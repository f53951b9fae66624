#include "tests/unit/actors/node/exhaustive/situation.hpp"

namespace ironbus::test {

namespace {

/// The words whose conditions hold.
std::string marks(std::initializer_list<std::pair<bool, const char*>> all) {
  std::string out;
  for (const auto& [is_so, word] : all)
    if (is_so) out += std::string{" "} + word;
  return out;
}

std::string describe(const operation& op) {
  std::string place = "the end";
  if (op.index < op.steps.size()) {
    const auto& step = op.steps[op.index];
    place = step.interface + "." + step.name +
            marks({{step.role == step_role::work, "as work"},
                   {step.role == step_role::finish, "at last"},
                   {step.in_agent, "in the agent"}});
  }
  const auto left = op.steps.size() - std::min<size_t>(op.index, op.steps.size());
  const bool begun = !op.ledger.empty() && op.ledger.back().index == op.index &&
                     op.ledger.back().attempt == op.attempt;
  return (op.concluded ? "tidying" : std::string{to_string(op.kind)}) + " at " + place + ", " +
         std::to_string(left) + " left" +
         marks({{begun, "begun"}, {op.abort_requested, "to be aborted"}});
}

std::string describe(const step_in_flight& out, const node_snapshot& snapshot) {
  static constexpr std::array names{"step", "power", "call"};
  const auto* step = std::get_if<workflow_step>(&out.what);
  const bool given_up =
      step != nullptr && (!snapshot.current || snapshot.current->id != out.operation_id);
  return std::string{"; out: "} + names.at(out.what.index()) +
         marks({{given_up, "given up"}, {step != nullptr && step->agent_called, "agent called"}});
}

/// The state of the agent; empty if it makes no difference.
std::string describe_agent(const node& node) {
  if (node.deploy_interface != through_agent) return {};
  const auto known = [&](const char* key) {
    return !node.driver_internal_info.value(key, std::string{}).empty();
  };
  return marks({{known("agent_secret_token"), "token"}, {known("agent_url"), "agent"}});
}

}  // namespace

std::string describe(const node_snapshot& snapshot) {
  std::string out{to_string(snapshot.attributes.state)};
  if (snapshot.current) out += "; " + describe(*snapshot.current);
  if (snapshot.queued) out += "; then " + std::string{to_string(snapshot.queued->kind)};
  if (snapshot.in_flight) out += describe(*snapshot.in_flight, snapshot);
  if (snapshot.waiting)
    out += "; waits for " + std::string{to_string(snapshot.waiting->awaited_party)} +
           marks({{snapshot.waiting->task.has_value(), "polled"},
                  {snapshot.waiting->asks_console, "asks the console"}});
  if (snapshot.power) out += "; " + snapshot.power->target;
  if (!snapshot.calls.empty()) out += "; calls: " + std::to_string(snapshot.calls.size());
  return out +
         marks({{snapshot.attributes.maintenance, "in maintenance"},
                {snapshot.attributes.fault.has_value(), "with a fault"},
                {snapshot.power_queued.has_value(), "more power"},
                {!snapshot.deferred.empty(), "deferred"}}) +
         describe_agent(snapshot.attributes);
}

int disturbances(const node_snapshot& snapshot) {
  return static_cast<int>(snapshot.attributes.maintenance && !snapshot.attributes.fault) +
         static_cast<int>(snapshot.queued.has_value()) +
         static_cast<int>(snapshot.power.has_value()) +
         static_cast<int>(snapshot.power_queued.has_value()) +
         static_cast<int>(!snapshot.calls.empty()) + static_cast<int>(!snapshot.deferred.empty()) +
         static_cast<int>(snapshot.current && snapshot.current->abort_requested);
}

}  // namespace ironbus::test
