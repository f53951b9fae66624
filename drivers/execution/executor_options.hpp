#pragma once

#include "drivers/execution/silence_watch.hpp"
#include "messages/model/interface_kinds.hpp"
#include "messages/platform/metrics.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace ironbus {

struct executor_options {
  /// Conductor groups to serve; "" is the group of nodes without a group.
  std::vector<std::string> groups{""};
  uint16_t prefetch = 256;  ///< Maximum of concurrent steps of a group.
  /// Retry interval for the store, the bus and another worker's claim. Doubles from first to
  /// second.
  std::chrono::milliseconds retry_first{500};
  std::chrono::milliseconds retry_longest{2000};
  std::chrono::milliseconds members_cached{1000};  ///< How long a cached "alive" is valid.
  /// Time after its deadline until an unanswered step is cancelled.
  std::chrono::milliseconds overdue_grace{30000};
  uint32_t power_sync_reads_max = 32;  ///< Maximum of concurrent power state reads of a power sync.
  std::chrono::milliseconds survey_read_timeout{60000};
  silence_watch_options silence{};
};

/// Counters since the executor was created. May be read on any thread.
struct executor_counters {
  metrics::counter executed{{"ironbus_driver_steps_executed_total", "Steps handed to a driver."}};
  metrics::counter recovered{
      {"ironbus_driver_steps_recovered_total", "Steps taken over from a dead worker."}};
  metrics::counter duplicates_dropped{{"ironbus_driver_duplicates_dropped_total",
                                       "Duplicate requests for a step that runs on this worker."}};
  metrics::counter outcomes_republished{
      {"ironbus_driver_outcomes_republished_total",
       "Requests for a finished step; its outcome was sent again."}};
  metrics::counter failed{
      {"ironbus_driver_steps_failed_total", "Failed steps, each counted once."}};
  metrics::counter rejected{
      {"ironbus_driver_rejected_total", "Unreadable requests, which were dead-lettered."}};
  metrics::counter probed{{"ironbus_driver_steps_probed_total", "Probes of waiting steps."}};
  metrics::counter surveyed{
      {"ironbus_driver_power_states_surveyed_total", "Power states read for the power sync."}};
  metrics::gauge in_work{
      {"ironbus_driver_steps_in_work", "Steps of this worker without a published outcome."}};
  metrics::histogram queue_seconds{
      {"ironbus_driver_queue_seconds",
       "Time from a step's request until a worker claimed it, without redelivered requests."},
      metrics::short_times};
  /// Indexed by the interface's position in interface_kinds. The last is for any other interface.
  metrics::labelled<metrics::histogram_value> step_seconds{
      {"ironbus_driver_step_seconds", "Run time of a step in its driver."},
      interface_kinds.size() + 1,
      [](size_t i) -> metrics::labels {
        return {
            {"interface", std::string{i < interface_kinds.size() ? interface_kinds[i] : "other"}}};
      },
      metrics::long_times};
};

}  // namespace ironbus
