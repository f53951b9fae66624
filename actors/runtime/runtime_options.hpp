#pragma once

#include "actors/webhooks/delivery_options.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace ironbus {

/// How a conductor runs; what it decides is in conductor_options.
struct runtime_options {
  std::string name = "conductor-1";  ///< Stable across restarts, unique among the conductors.
  std::string host{};                ///< What nodes show as their conductor; empty: the name.
  uint16_t prefetch = 128;           ///< Messages in work per shard at most.
  /// Of the actors' scheduler; 0: nothing runs but by conductor::scheduler.
  size_t threads = 2;
  /// How long deliveries that were taken are waited for at the end.
  std::chrono::milliseconds drain_limit{5000};
  /// A node that has had nothing to do for so long leaves memory.
  std::chrono::seconds passivate_after{30};
  /// Between two looks at a machine's power state; 0: never (sync_power_state_interval).
  std::chrono::seconds sync_power_state_interval{60};
  /// Between two looks at a machine's sensors, in whole intervals of the former; 0: never.
  std::chrono::seconds sensors_interval{0};
  /// How long events are kept (retention, of events), and how many bytes of them (max_size).
  std::chrono::seconds event_retention{std::chrono::hours{72}};
  uint64_t event_bytes_max = 256ULL << 20;
  /// Nodes whose sensors /metrics shows at most; 0: of none.
  size_t sensor_metrics_nodes = 0;
  bool decision_log = false;  ///< Decisions about nodes are kept with the events.
  delivery_options webhooks{};
  /// Machines in one survey at most.
  size_t survey_size = 100;
  /// How often the members are looked at, to take over from one that is gone.
  std::chrono::milliseconds member_check_interval{2000};
};

}  // namespace ironbus
