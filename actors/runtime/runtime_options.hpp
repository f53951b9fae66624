#pragma once

#include "actors/webhooks/delivery_options.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace ironbus {

/// Options for the execution of a conductor; conductor_options has those for its decisions.
struct runtime_options {
  std::string name = "conductor-1";  ///< Stable across restarts, unique among the conductors.
  std::string host{};                ///< Shown by nodes as their conductor; empty: the name.
  uint16_t prefetch = 128;           ///< Maximum number of messages in work per shard.
  /// Of the actors' scheduler; 0: actors run only by conductor::scheduler.
  size_t threads = 2;
  /// Maximum wait for received messages at shutdown.
  std::chrono::milliseconds drain_limit{5000};
  /// A node without work for this time leaves memory.
  std::chrono::seconds passivate_after{30};
  /// Pause between two power syncs of a machine; 0: never (sync_power_state_interval).
  std::chrono::seconds sync_power_state_interval{60};
  /// Pause between two readings of a machine's sensors, rounded to multiples of the former; 0:
  /// never.
  std::chrono::seconds sensors_interval{0};
  /// How long events are kept (retention), and up to which size in bytes (max_size).
  std::chrono::seconds event_retention{std::chrono::hours{72}};
  uint64_t event_bytes_max = 256ULL << 20;
  /// Maximum number of nodes whose sensors /metrics shows; 0: none.
  size_t sensor_metrics_nodes = 0;
  bool decision_log = false;  ///< Decisions about nodes are written to the event log.
  delivery_options webhooks{};
  /// Maximum number of machines in one power sync request.
  size_t power_sync_size = 100;
  /// Pause between two checks of the members, to take over from one that has left.
  std::chrono::milliseconds member_check_interval{2000};
};

}  // namespace ironbus
