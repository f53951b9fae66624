#pragma once

#include "actors/node/decision/observations.hpp"
#include "actors/runtime/runtime_options.hpp"
#include "actors/runtime/sensor_metrics.hpp"
#include "messages/model/driver_catalog.hpp"
#include "messages/platform/bounded_names.hpp"
#include "messages/platform/closed_counters.hpp"

namespace ironbus {

/// What nodes have gone through, by the commits of this conductor. Any thread.
class node_metrics {
public:
  node_metrics(const driver_catalog& drivers, const runtime_options& options);

  void count(const state_left& left);
  void count(observations seen);

private:
  metrics::labelled<metrics::histogram_value> state_seconds_;
  metrics::labelled<metrics::counter_value> transitions_;  ///< By the state left, then entered.
  metrics::bounded_names steps_;
  metrics::labelled<metrics::histogram_value> step_seconds_;  ///< By step, then outcome.
  metrics::closed_counters power_syncs_;
  sensor_metrics sensors_;
};

}  // namespace ironbus
