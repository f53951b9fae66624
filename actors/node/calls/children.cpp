#include "actors/node/calls/children.hpp"

#include "actors/node/agent/waiting.hpp"
#include "actors/node/decision/progress.hpp"
#include "actors/node/power/power.hpp"
#include "messages/contract/declaration_check.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr uint32_t phases_for_parents = phase_clean | phase_service;

std::optional<std::string> why_not_now(const node_snapshot& snapshot, const step_id& step) {
  const auto& attributes = snapshot.attributes;
  if (attributes.parent_node != step.node) return "it is not a child of the node";
  if (attributes.maintenance) return "it is in maintenance";
  if (snapshot.current && !snapshot.current->concluded)
    return "it is in state '" + std::string{to_string(attributes.state)} +
           "', in its own operation";
  if (snapshot.calls.size() >= driver_calls_max)
    return "it already has " + std::to_string(driver_calls_max) + " waiting calls";
  return std::nullopt;
}

/// The step as the child's driver declares it; `why` gets the reason if it cannot run.
std::optional<driver_call> to_call(decision& decision, const run_child_step& command,
                                   std::string& why) {
  driver_call out;
  out.id = decision.fresh_id();
  out.user = decision.user();
  out.trace = decision.trace();
  out.of_parent = command.step;
  out.what.interface = command.interface;
  out.what.name = command.name;
  out.what.args = command.args;
  if (is_power_step(command.name)) {
    out.what = as_driver_step(decision.next.attributes, out.what);
    return out;
  }
  const auto* own = decision.ctx().drivers.find(decision.next.attributes, command.interface);
  const auto* declared = own != nullptr && own->supported ? own->find_step(command.name) : nullptr;
  if (declared == nullptr || (declared->phases & phases_for_parents) == 0)
    why = "it does not support the step";
  else if (declared->in_agent || declared->requires_ramdisk)
    why = "the step needs the agent's ramdisk";
  else
    why = wrong_arguments(*declared, command.args);
  if (!why.empty()) return std::nullopt;
  out.what.repeatable = declared->repeatable;
  return out;
}

}  // namespace

handler_result run_on_children(decision& decision) {
  auto& op = *decision.next.current;
  const auto& x = op.steps[op.index];
  op.children_left = x.children;
  const step_id step{decision.next.attributes.uuid, op.id, op.index, op.attempt};
  for (const auto& child : x.children)
    decision.tell(child, command{run_child_step{step, x.interface, x.name, x.args}});
  return wait_for_children(decision);
}

void run_for_parent(decision& decision, const run_child_step& command) {
  if (auto why = why_not_now(decision.next, command.step))
    return report_to_parent(decision, command.step, std::move(why));
  std::string why;
  auto call = to_call(decision, command, why);
  if (!call) return report_to_parent(decision, command.step, why);
  decision.next.calls.push_back(std::move(*call));
}

void report_to_parent(decision& d, const step_id& step, std::optional<std::string> failed) {
  d.tell(step.node, command{child_step_ended{step, d.next.attributes.uuid, std::move(failed)}});
}

handler_result child_step_reported(decision& decision, const child_step_ended& ended) {
  auto& s = decision.next;
  const bool awaited_one =
      s.current && s.waiting && s.waiting->awaited_party == awaited::children &&
      ended.step == step_id{s.attributes.uuid, s.current->id, s.current->index, s.current->attempt};
  if (!awaited_one || std::erase(s.current->children_left, ended.child) == 0)
    return verdict::stay{};
  if (ended.failed)
    return verdict::fail{"The " + name_of_step(*s.current) + " of node " + s.attributes.uuid +
                         " failed on its child node " + ended.child + ": " + *ended.failed + "."};
  if (!s.current->children_left.empty()) return verdict::stay{};
  return verdict::done{"done by the child nodes"};
}

}  // namespace ironbus
