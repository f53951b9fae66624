#pragma once

#include "actors/node/decision/observations.hpp"
#include "actors/runtime/metrics/sensor_metrics.hpp"
#include "messages/model/driver_catalog.hpp"
#include "messages/platform/bounded_names.hpp"
#include "messages/platform/closed_counters.hpp"

namespace ironbus {

/// Metrics of nodes, from the commits of this conductor. Any thread.
class node_metrics {
public:
  /// The last two arguments are for sensor_metrics.
  node_metrics(const driver_catalog& drivers, size_t sensor_nodes, std::chrono::seconds interval);

  void count(const state_left& left);
  void count(observations seen);

private:
  metrics::labelled<metrics::histogram_value> state_seconds_;
  /// By the old state, then the new one.
  metrics::labelled<metrics::counter_value> transitions_;
  metrics::bounded_names steps_;
  metrics::labelled<metrics::histogram_value> step_seconds_;  ///< By step, then outcome.
  metrics::labelled<metrics::counter_value> steps_overdue_;
  metrics::closed_counters power_syncs_;
  sensor_metrics sensors_;
};

}  // namespace ironbus
