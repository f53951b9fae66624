#include "actors/node/calls/children.hpp"

#include "actors/node/agent/waiting.hpp"
#include "actors/node/decision/progress.hpp"
#include "actors/node/power/power.hpp"
#include "messages/contract/declaration_check.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr uint32_t phases_for_parents = phase_clean | phase_service;

std::optional<std::string> why_not_now(const node_snapshot& x, const step_id& of) {
  const auto& about = x.about;
  if (about.parent_node != of.node) return "it is not a child of the node";
  if (about.maintenance) return "it is in maintenance";
  if (x.current && !x.current->settled)
    return "it is in state '" + std::string{to_string(about.state)} +
           "', in an operation of its own";
  if (x.calls.size() >= driver_calls_max)
    return "it has " + std::to_string(driver_calls_max) + " calls waiting already";
  return std::nullopt;
}

/// The step as the child's driver declares it; `why` says what is wrong with it.
std::optional<driver_call> to_call(decision& d, const run_child_step& x, std::string& why) {
  driver_call out;
  out.id = d.fresh_id();
  out.user = d.user();
  out.of_parent = x.of;
  out.what.interface = x.interface;
  out.what.name = x.name;
  out.what.args = x.args;
  if (is_power_step(x.name)) {
    out.what = as_driver_step(d.next.about, out.what);
    return out;
  }
  const auto* own = d.ctx().drivers.of(d.next.about, x.interface);
  const auto* declared = own != nullptr && own->supported ? own->find_step(x.name) : nullptr;
  if (declared == nullptr || (declared->phases & phases_for_parents) == 0)
    why = "it does not support the step";
  else if (declared->in_agent || declared->requires_ramdisk)
    why = "the step needs the agent's ramdisk";
  else
    why = wrong_arguments(*declared, x.args);
  if (!why.empty()) return std::nullopt;
  out.what.repeatable = declared->repeatable;
  return out;
}

}  // namespace

handler_result run_on_children(decision& d) {
  auto& op = *d.next.current;
  const auto& x = op.steps[op.index];
  op.children_left = x.children;
  const step_id of{d.next.about.uuid, op.id, op.index, op.attempt};
  for (const auto& child : x.children)
    d.tell(child, command{run_child_step{of, x.interface, x.name, x.args}});
  return wait_for_children(d);
}

void run_for_parent(decision& d, const run_child_step& x) {
  if (auto why = why_not_now(d.next, x.of)) return tell_parent(d, x.of, std::move(why));
  std::string why;
  auto call = to_call(d, x, why);
  if (!call) return tell_parent(d, x.of, why);
  d.next.calls.push_back(std::move(*call));
}

void tell_parent(decision& d, const step_id& of, std::optional<std::string> failed) {
  d.tell(of.node, command{child_step_ended{of, d.next.about.uuid, std::move(failed)}});
}

handler_result child_has_ended(decision& d, const child_step_ended& x) {
  auto& s = d.next;
  const bool awaited_one =
      s.current && s.waiting && s.waiting->for_whom == awaited::children &&
      x.of == step_id{s.about.uuid, s.current->id, s.current->index, s.current->attempt};
  if (!awaited_one || std::erase(s.current->children_left, x.child) == 0) return verdict::stay{};
  if (x.failed)
    return verdict::fail{"The " + name_of_step(*s.current) + " of node " + s.about.uuid +
                         " failed on its child node " + x.child + ": " + *x.failed + "."};
  if (!s.current->children_left.empty()) return verdict::stay{};
  return verdict::done{"done by the child nodes"};
}

}  // namespace ironbus
