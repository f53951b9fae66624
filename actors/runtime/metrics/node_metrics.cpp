#include "actors/runtime/metrics/node_metrics.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace ironbus {

namespace {

constexpr auto state_count = static_cast<size_t>(provision_state::count_);
/// Statuses of the ledger; the last one stands for all others.
constexpr std::array<std::string_view, 5> step_outcomes{"done", "failed", "interrupted",
                                                        "continued", "other"};
constexpr std::array<std::string_view, 5> power_sync_names{"machine_corrected", "record_corrected",
                                                           "unreadable", "lost", "found_again"};
static_assert(power_sync_names.size() == static_cast<size_t>(power_sync::count_));
/// Limit of steps that no driver declares, mainly agents' steps, with their own name in metrics.
constexpr size_t further_steps_max = 64;

std::string name_of_state(size_t number) {
  return std::string{to_string(static_cast<provision_state>(number))};
}

std::vector<std::string> declared_steps(const driver_catalog& drivers) {
  std::set<std::string> out;
  for (const auto& type : drivers.types())
    for (const auto kind : interface_kinds)
      for (const auto& name : drivers.enabled(type, kind))
        for (const auto& step : drivers.find(kind, name)->steps)
          out.insert(std::string{kind} + "." + step.name);
  return {out.begin(), out.end()};
}

size_t number_of_outcome(std::string_view status) {
  const auto found = std::find(step_outcomes.begin(), step_outcomes.end() - 1, status);
  return static_cast<size_t>(found - step_outcomes.begin());
}

}  // namespace

node_metrics::node_metrics(const driver_catalog& drivers, size_t sensor_nodes,
                           std::chrono::seconds interval)
    : state_seconds_(
          {"ironbus_node_state_seconds",
           "Time that nodes spent in a provision state before they left it."},
          state_count,
          [](size_t i) {
            return metrics::labels{{"state", name_of_state(i)}};
          },
          metrics::long_times),
      transitions_({"ironbus_node_transitions_total", "Changes of provision states."},
                   state_count * state_count,
                   [](size_t i) {
                     return metrics::labels{{"from", name_of_state(i / state_count)},
                                            {"to", name_of_state(i % state_count)}};
                   }),
      steps_(declared_steps(drivers), further_steps_max),
      step_seconds_(
          {"ironbus_node_step_seconds",
           "Time from the request of a step to its end, including waits for agents and tasks."},
          steps_.size() * step_outcomes.size(),
          [this](size_t i) {
            return metrics::labels{
                {"step", steps_.name_of(i / step_outcomes.size())},
                {"outcome", std::string{step_outcomes[i % step_outcomes.size()]}}};
          },
          metrics::long_times),
      steps_overdue_({"ironbus_node_steps_overdue_total",
                      "Step runs that took longer than 99 % of earlier runs, each counted once."},
                     steps_.size(),
                     [this](size_t i) {
                       return metrics::labels{{"step", steps_.name_of(i)}};
                     }),
      power_syncs_(
          {"ironbus_node_power_syncs_total",
           "Machines whose power state differed from the stored one or could not be read."},
          power_sync_names.size(),
          [](size_t i) {
            return metrics::labels{{"result", std::string{power_sync_names[i]}}};
          }),
      sensors_(sensor_nodes, interval) {}

void node_metrics::count(const state_left& left) {
  const auto before = static_cast<size_t>(left.state);
  state_seconds_[before].observe(left.stay);
  ++transitions_[before * state_count + static_cast<size_t>(left.entered)];
}

void node_metrics::count(observations seen) {
  for (const auto& step : seen.steps)
    step_seconds_[steps_.number_of(step.step) * step_outcomes.size() +
                  number_of_outcome(step.status)]
        .observe(step.took);
  for (const auto& step : seen.overdue_steps) ++steps_overdue_[steps_.number_of(step)];
  for (const auto sync : seen.power_syncs) ++power_syncs_[static_cast<size_t>(sync)];
  if (seen.vitals) sensors_.take(*seen.vitals);
}

}  // namespace ironbus
