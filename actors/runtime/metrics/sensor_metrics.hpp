#pragma once

#include "actors/node/decision/observations.hpp"
#include "actors/runtime/metrics/sensor_readings.hpp"
#include "messages/base/host_source.hpp"
#include "messages/platform/metrics.hpp"

#include <list>
#include <map>
#include <mutex>

namespace ironbus {

/// The last sensor readings of machines, as metrics of each node. Their number grows with nodes and
/// sensors, so both are limited, and they are off by default. A machine without readings for three
/// intervals is dropped: its node was deleted, or another conductor has it. Any thread.
class sensor_metrics {
public:
  using time_source = std::function<std::chrono::steady_clock::time_point()>;
  static constexpr size_t readings_max = 512;  ///< For each machine.

  /// `nodes_max` 0: no readings are shown.
  sensor_metrics(size_t nodes_max, std::chrono::seconds interval,
                 time_source now = steady_clock::now);

  void take(const machine_vitals& vitals);

private:
  struct shown_machine {
    metrics::labels who;
    std::optional<double> health;
    std::vector<sensor_reading> readings;
    double wall_clock = 0;  ///< Time of the reading, in seconds since 1970.
    std::chrono::steady_clock::time_point last_read;
  };

  void show(std::string_view name, std::string_view help,
            std::function<void(metrics::samples&, const shown_machine&)> add);
  void forget_silent();

  const size_t nodes_max_;
  const std::chrono::seconds kept_for_;
  const time_source now_;
  std::mutex mutex_;  ///< Guards the next member.
  std::map<std::string, shown_machine> machines_;
  metrics::counter left_out_{{"ironbus_node_sensors_left_out_total",
                              "Sensor readings not shown because there are too many."}};
  std::list<metrics::registration> shown_;  ///< Last, because they read the other members.
};

}  // namespace ironbus
