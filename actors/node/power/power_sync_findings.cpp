#include "actors/node/power/power_sync_findings.hpp"

#include "actors/node/power/power.hpp"
#include "actors/node/power/power_doubt.hpp"
#include "messages/model/snapshot.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr std::string_view power_fault = "power failure";

void clear_power_fault(decision& decision) {
  auto& attributes = decision.next.attributes;
  decision.seen.power_syncs.push_back(power_sync::found_again);
  attributes.maintenance = false;
  attributes.maintenance_reason.reset();
  attributes.fault.reset();
  decision.emit(event::maintenance_changed,
                {{"maintenance", false}, {"reason", nullptr}, {"fault", nullptr}});
}

void note_health(decision& decision, const std::optional<std::string>& found) {
  auto& health = decision.next.attributes.health;
  if (!found || found == health || !decision.ctx().options.enable_health_monitoring) return;
  const bool well = *found == "OK";
  if (health || !well)
    decision.add_history(
        well ? "INFO" : "WARNING", "monitoring",
        "The health has changed from '" + health.value_or("unknown") + "' to '" + *found + "'.");
  decision.emit(event::health_changed, {{"from", health}, {"to", found}});
  health = found;
  decision.seen.vitals = vitals_of(decision.next, {});
}

/// A workflow runs: the power state is its own, or that of its agent.
bool is_at_work(const node_snapshot& x) { return x.current || x.waiting; }

/// How often the spacing doubles at most for a machine that does not answer.
constexpr uint32_t spacing_doublings = 3;

void power_unreadable(decision& decision, const std::string& why) {
  auto& x = decision.next;
  const auto retries = decision.ctx().options.power_state_sync_max_retries;
  decision.seen.power_syncs.push_back(power_sync::unreadable);
  if (is_at_work(x)) return;  // the workflow has its own deadline, and would rest in maintenance
  if (x.power_sync_failures < retries + spacing_doublings + 1) ++x.power_sync_failures;
  if (x.attributes.maintenance || x.power_sync_failures <= retries) return;
  decision.seen.power_syncs.push_back(power_sync::lost);
  const auto text = "The power state could not be read " + std::to_string(x.power_sync_failures) +
                    " times in a row: " + why;
  x.attributes.power_state.reset();
  x.attributes.maintenance = true;
  x.attributes.maintenance_reason = text;
  x.attributes.fault = power_fault;
  decision.record_error("monitoring", text);
  decision.emit(event::maintenance_changed,
                {{"maintenance", true}, {"reason", text}, {"fault", power_fault}});
}

/// Whether the power sync may set the machine back to the stored state.
bool may_order(const decision& decision) {
  const auto& x = decision.next;
  const auto& recorded = x.attributes.power_state;
  const auto& rests_until = x.power_sync_rests_until;
  return decision.ctx().options.force_power_state_during_sync && recorded &&
         is_power_target(to_string(*recorded)) && !x.attributes.disable_power_off &&
         !x.attributes.maintenance && !is_at_work(x) && !x.power_unconfirmed &&
         (!rests_until || *rests_until <= decision.ctx().now);
}

/// Sets the machine back to the stored state once two readings differ from it, because some BMCs
/// show a stale state for moments. False: the record should change instead.
bool force(decision& decision, power_state found) {
  auto& x = decision.next;
  if (!may_order(decision)) return false;
  if (!x.power_differs || x.power_differs->found != found) {
    x.power_differs = power_difference{found, decision.ctx().now};
    return true;
  }
  if (++x.power_sync_failures > decision.ctx().options.power_state_sync_max_retries) return false;
  ask_for_power(decision, to_string(*x.attributes.power_state), std::nullopt);
  x.power->found_by_sync = found;
  decision.seen.power_syncs.push_back(power_sync::machine_corrected);
  return true;
}

void record(decision& decision, power_state found) {
  auto& x = decision.next;
  const auto source = std::exchange(x.attributes.power_state, found);
  x.power_sync_failures = 0;
  x.power_differs.reset();
  if (source != found) {
    decision.seen.power_syncs.push_back(power_sync::record_corrected);
    decision.emit(event::power_state_corrected, {{"from", source}, {"to", found}});
  }
  confirm_power(decision);
}

/// For the operator: a machine that is off cannot end a wait for its agent.
void note_machine_off(decision& decision, power_state found) {
  if (!decision.next.waiting) return;
  auto& since = decision.next.waiting->machine_off_since;
  if (found != power_state::off)
    since.reset();
  else if (!since)
    since = decision.ctx().now;
}

}  // namespace

uint32_t power_sync_spacing(const node_snapshot& node, const conductor_options& options) {
  if (node.attributes.fault != power_fault) return 1;
  const auto faulty_since = options.power_state_sync_max_retries + 1;
  const auto more = node.power_sync_failures - std::min(node.power_sync_failures, faulty_since);
  return 1U << std::min(more, spacing_doublings);
}

void power_observed(decision& decision, const power_finding& finding) {
  auto& x = decision.next;
  if (x.power || x.in_flight)  // the reading may be older than the running change
    return;
  if (!finding.power_state) return power_unreadable(decision, finding.error);
  const auto found = *finding.power_state;
  note_health(decision, finding.health);
  note_machine_off(decision, found);
  if (x.attributes.fault == power_fault) clear_power_fault(decision);
  const bool differs = found != x.attributes.power_state;
  if (differs && x.attributes.power_state && force(decision, found)) return;
  record(decision, found);
}

}  // namespace ironbus
