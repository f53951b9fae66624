#pragma once

#include "actors/node/decision/observations.hpp"
#include "actors/runtime/metrics/sensor_readings.hpp"
#include "messages/base/host_source.hpp"
#include "messages/platform/metrics.hpp"

#include <list>
#include <map>
#include <mutex>

namespace ironbus {

/// What the sensors of machines have said at last, as metrics of each node. They grow with nodes
/// and their sensors, so both are bounded, and nobody has them without asking. A machine that has
/// not been heard of for three intervals is forgotten: its node is gone, or with another conductor.
/// Any thread.
class sensor_metrics {
public:
  using time_source = std::function<std::chrono::steady_clock::time_point()>;
  static constexpr size_t readings_max = 512;  ///< Of a machine.

  /// `nodes_max` 0: nothing is shown.
  sensor_metrics(size_t nodes_max, std::chrono::seconds interval,
                 time_source now = steady_clock::now);

  void take(const machine_vitals& vitals);

private:
  struct shown_machine {
    metrics::labels who;
    std::optional<double> health;
    std::vector<sensor_reading> readings;
    double wall_clock = 0;  ///< When they were read, in seconds of the epoch.
    std::chrono::steady_clock::time_point last_read;
  };

  void show(std::string_view name, std::string_view help,
            std::function<void(metrics::samples&, const shown_machine&)> add);
  void forget_silent();

  const size_t nodes_max_;
  const std::chrono::seconds kept_for_;
  const time_source now_;
  std::mutex mutex_;  ///< Guards the next.
  std::map<std::string, shown_machine> machines_;
  metrics::counter left_out_{{"ironbus_node_sensors_left_out_total",
                              "Sensor readings not shown because there are too many."}};
  std::list<metrics::registration> shown_;  ///< The last: they read the others.
};

}  // namespace ironbus
