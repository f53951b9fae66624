#include "actors/node/power/power_doubt.hpp"

#include "actors/node/decision/progress.hpp"
#include "actors/node/power/power.hpp"
#include "messages/contract/driver_operations.hpp"

namespace ironbus {

namespace {

/// The ended step; unset: its workflow is over.
std::optional<step> ended_step(const node_snapshot& x, const step_in_flight& was) {
  if (std::holds_alternative<due_driver_call>(was.what)) return x.calls.front().what;
  if (!is_of_workflow(x, was) || was.index >= x.current->steps.size()) return std::nullopt;
  return as_driver_step(x.attributes, x.current->steps[was.index]);
}

/// The agent then switches the machine off by itself, soon after the step.
bool ends_agent(const std::optional<step>& ended) {
  return ended && ended->interface == "deploy" && ended->name == "tear_down_agent";
}

std::string shown_state(const std::optional<power_state>& seen) {
  if (!seen) return "it has not shown its power state since";
  return "it last showed '" + std::string{to_string(*seen)} + "'";
}

}  // namespace

bool orders_power(const step& what) {
  return driver_operation{what.interface, what.name} == driver_operations::power::set_power_state;
}

std::string name_of_order(const step& what) {
  return orders_power(what) ? what.args.value("target", "") : what.interface + "." + what.name;
}

std::string doubt_power(decision& decision, unseen_order unseen) {
  auto& x = decision.next;
  x.attributes.power_state = unseen.seen;
  x.power_differs.reset();
  x.power_sync_rests_until = decision.ctx().now + decision.ctx().options.power_sync_grace;
  decision.emit(event::power_state_unconfirmed, {{"order", unseen.order},
                                                 {"power_state", unseen.seen},
                                                 {"reason", unseen.reason},
                                                 {"by", unseen.sender}});
  auto sentence = " It is unknown whether the machine carries out the order '" + unseen.order +
                  "': " + shown_state(unseen.seen) +
                  ". The next power sync records its state and sends no order.";
  x.power_unconfirmed = unconfirmed_power{std::move(unseen.order), decision.ctx().now,
                                          std::move(unseen.sender), std::move(unseen.reason)};
  return sentence;
}

void confirm_power(decision& decision) {
  auto& x = decision.next;
  const auto was = std::exchange(x.power_unconfirmed, std::nullopt);
  if (!was) return;
  decision.emit(
      event::power_state_confirmed,
      {{"order", was->order}, {"power_state", x.attributes.power_state}, {"since", was->since}});
  decision.add_history("INFO", "monitoring",
                       "The machine shows its power state again after the order '" + was->order +
                           "' of " + to_string(was->since) + ", whose end was unknown.");
}

void learn_of_power(decision& decision, const step_in_flight& was, step_outcome& outcome) {
  if (std::holds_alternative<due_power_action>(was.what)) return;
  const auto ended = ended_step(decision.next, was);
  const auto& seen = outcome.observed.power_state;
  if (outcome.status == step_status::failed && outcome.power_unknown) {
    const auto order = ended ? name_of_order(*ended) : "a step of an earlier workflow";
    outcome.reason += doubt_power(decision, {order, seen, outcome.reason, decision.user()});
  } else if (outcome.status == step_status::done && ends_agent(ended)) {
    decision.next.power_sync_rests_until =
        decision.ctx().now + decision.ctx().options.power_sync_grace;
  } else if (seen && outcome.status != step_status::interrupted) {
    confirm_power(decision);
    if (outcome.status == step_status::done && ended && orders_power(*ended))
      decision.next.power_sync_rests_until.reset();
  }
}

std::string doubt_if_power_order(decision& decision, const step& what, const std::string& reason) {
  if (!orders_power(what)) return {};
  return doubt_power(decision, {name_of_order(what), std::nullopt, reason, decision.user()});
}

}  // namespace ironbus
