#include "actors/node/power/power_sync_findings.hpp"

#include "actors/node/power/power.hpp"
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

/// How often the spacing doubles at most for a machine that does not answer.
constexpr uint32_t spacing_doublings = 3;

void power_unreadable(decision& decision, const std::string& why) {
  auto& x = decision.next;
  const auto retries = decision.ctx().options.power_state_sync_max_retries;
  if (x.power_sync_failures < retries + spacing_doublings + 1) ++x.power_sync_failures;
  decision.seen.power_syncs.push_back(power_sync::unreadable);
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

/// Sets the machine back to the stored state; false if the record should change instead.
bool force(decision& decision) {
  auto& x = decision.next;
  const auto recorded = x.attributes.power_state;
  if (!decision.ctx().options.force_power_state_during_sync || x.attributes.disable_power_off ||
      !recorded || !is_power_target(to_string(*recorded)) || x.attributes.maintenance ||
      ++x.power_sync_failures > decision.ctx().options.power_state_sync_max_retries)
    return false;
  ask_for_power(decision, to_string(*recorded), std::nullopt);
  decision.seen.power_syncs.push_back(power_sync::machine_corrected);
  return true;
}

}  // namespace

uint32_t power_sync_spacing(const node_snapshot& node, const conductor_options& options) {
  if (node.attributes.fault != power_fault) return 1;
  const auto faulty_since = options.power_state_sync_max_retries + 1;
  const auto more = node.power_sync_failures - std::min(node.power_sync_failures, faulty_since);
  return 1U << std::min(more, spacing_doublings);
}

void power_observed(decision& decision, const power_finding& found) {
  auto& x = decision.next;
  if (x.power || x.in_flight)  // the reading may be older than the running change
    return;
  if (!found.power_state) return power_unreadable(decision, found.error);
  note_health(decision, found.health);
  if (found.power_state == x.attributes.power_state) x.power_sync_failures = 0;
  if (x.attributes.fault == power_fault) clear_power_fault(decision);
  if (found.power_state == x.attributes.power_state ||
      (x.attributes.power_state && force(decision)))
    return;
  const auto source = x.attributes.power_state;
  x.attributes.power_state = found.power_state;
  x.power_sync_failures = 0;
  decision.seen.power_syncs.push_back(power_sync::record_corrected);
  decision.emit(event::power_state_corrected, {{"from", source}, {"to", found.power_state}});
}

}  // namespace ironbus
