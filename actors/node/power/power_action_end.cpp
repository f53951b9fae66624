#include "actors/node/decision/ledger.hpp"
#include "actors/node/power/power.hpp"
#include "actors/node/power/power_doubt.hpp"
#include "messages/contract/machine_restart.hpp"
#include "messages/model/state_table.hpp"

namespace ironbus {

namespace {

/// How a power action failed.
struct failed_power_action {
  std::string reason;
  bool unseen = false;  ///< The order may have reached the machine, which did not show its end.
  std::optional<power_state> seen{};
};

void end_power_action(decision& decision) {
  auto& x = decision.next;
  x.power = std::move(x.power_queued);
  x.power_queued.reset();
  if (!x.power) x.attributes.target_power_state.reset();
}

/// The power sync does not act because of its own failed order: it only records what it reads next,
/// even if the machine has refused the order.
std::string doubt_of(decision& decision, const failed_power_action& failed) {
  const auto action = *decision.next.power;
  const bool is_of_sync = action.found_by_sync.has_value();
  if (!failed.unseen && !is_of_sync) {
    if (failed.seen) confirm_power(decision);
    return {};
  }
  return doubt_power(decision, {action.target, failed.seen ? failed.seen : action.found_by_sync,
                                failed.reason, is_of_sync ? "power sync" : action.user});
}

handler_result power_action_failed(decision& decision, const failed_power_action& failed) {
  const auto action = *decision.next.power;
  const auto reason = failed.reason + doubt_of(decision, failed);
  log_step_failure(decision, {{decision.next.attributes.uuid, action.id, 0, action.attempt},
                              "power.set_power_state",
                              reason});
  const auto text = "Failed to change the power state to '" + action.target + "': " + reason;
  // the error of the failed state has more details
  if (info(decision.next.attributes.state).kind == state_kind::failed)
    decision.add_history("ERROR", "monitoring", text);
  else
    decision.record_error("monitoring", text);
  decision.emit(event::power_action_failed, {{"target", action.target}, {"reason", reason}});
  end_power_action(decision);
  return verdict::stay{};
}

/// An order of a user for a state may be repeated, because the user still wants the state. A
/// restart may have happened, and the power sync wants nothing that the machine did not show twice.
bool is_repeated(const power_action& action) {
  return !action.found_by_sync && !restarts_machine(power_step(action));
}

handler_result power_action_done(decision& decision, const step_outcome& outcome) {
  auto& x = decision.next;
  auto& attributes = x.attributes;
  const auto target = x.power->target;
  const auto source = attributes.power_state;
  attributes.power_state = outcome.observed.power_state.value_or(state_after(target));
  attributes.driver_internal_info.edit()["last_power_state_change"] = decision.ctx().now;
  x.power_sync_failures = 0;
  x.power_sync_rests_until.reset();
  confirm_power(decision);
  decision.emit(event::power_state_changed,
                {{"from", source}, {"to", attributes.power_state}, {"target", target}});
  end_power_action(decision);
  return verdict::stay{};
}

}  // namespace

handler_result power_action_ended(decision& decision, const step_outcome& outcome,
                                  const step_in_flight&) {
  const bool interrupted = outcome.status == step_status::interrupted;
  if (interrupted && is_repeated(*decision.next.power)) {
    ++decision.next.power->attempt;
    return verdict::stay{};
  }
  if (outcome.status == step_status::done) return power_action_done(decision, outcome);
  return power_action_failed(decision, {outcome.reason, interrupted || outcome.power_unknown,
                                        outcome.observed.power_state});
}

handler_result power_action_silent(decision& d, const std::string& reason, const step_in_flight&) {
  return power_action_failed(d, {reason + ".", true});
}

}  // namespace ironbus
