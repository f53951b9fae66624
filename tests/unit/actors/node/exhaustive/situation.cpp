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
  std::string at = "the end";
  if (op.index < op.steps.size()) {
    const auto& step = op.steps[op.index];
    at = step.interface + "." + step.name +
         marks({{step.role == step_role::work, "as work"},
                {step.role == step_role::finish, "at last"},
                {step.in_agent, "in the agent"}});
  }
  const auto left = op.steps.size() - std::min<size_t>(op.index, op.steps.size());
  const bool begun = !op.ledger.empty() && op.ledger.back().index == op.index &&
                     op.ledger.back().attempt == op.attempt;
  return (op.settled ? "tidying" : std::string{to_string(op.kind)}) + " at " + at + ", " +
         std::to_string(left) + " left" +
         marks({{begun, "begun"}, {op.abort_requested, "to be aborted"}});
}

std::string describe(const step_in_flight& out, const node_snapshot& x) {
  static constexpr std::array names{"step", "power", "call"};
  const auto* step = std::get_if<workflow_step>(&out.what);
  const bool given_up = step != nullptr && (!x.current || x.current->id != out.operation_id);
  return std::string{"; out: "} + names.at(out.what.index()) +
         marks({{given_up, "given up"}, {step != nullptr && step->agent_called, "agent called"}});
}

/// What is known of the agent; nothing where it makes no difference.
std::string describe_agent(const node& x) {
  if (x.deploy_interface != through_agent) return {};
  const auto known = [&](const char* key) {
    return !x.driver_internal_info.value(key, std::string{}).empty();
  };
  return marks({{known("agent_secret_token"), "token"}, {known("agent_url"), "agent"}});
}

}  // namespace

std::string describe(const node_snapshot& x) {
  std::string out{to_string(x.attributes.state)};
  if (x.current) out += "; " + describe(*x.current);
  if (x.queued) out += "; then " + std::string{to_string(x.queued->kind)};
  if (x.in_flight) out += describe(*x.in_flight, x);
  if (x.waiting)
    out += "; waits for " + std::string{to_string(x.waiting->for_whom)} +
           marks({{x.waiting->task.has_value(), "polled"}});
  if (x.power) out += "; " + x.power->target;
  if (!x.calls.empty()) out += "; calls: " + std::to_string(x.calls.size());
  return out +
         marks({{x.attributes.maintenance, "in maintenance"},
                {x.attributes.fault.has_value(), "with a fault"},
                {x.power_queued.has_value(), "more power"},
                {!x.deferred.empty(), "deferred"}}) +
         describe_agent(x.attributes);
}

int disturbances(const node_snapshot& x) {
  return static_cast<int>(x.attributes.maintenance && !x.attributes.fault) +
         static_cast<int>(x.queued.has_value()) + static_cast<int>(x.power.has_value()) +
         static_cast<int>(x.power_queued.has_value()) + static_cast<int>(!x.calls.empty()) +
         static_cast<int>(!x.deferred.empty()) +
         static_cast<int>(x.current && x.current->abort_requested);
}

}  // namespace ironbus::test
