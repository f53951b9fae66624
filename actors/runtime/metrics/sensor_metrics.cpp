#include "actors/runtime/metrics/sensor_metrics.hpp"

#include "messages/base/time.hpp"

namespace ironbus {

namespace {

metrics::labels vital_labels(const machine_vitals& x) {
  return {{"node_name", x.name}, {"node_uuid", x.uuid}, {"instance_uuid", x.instance_uuid}};
}

metrics::labels with_sensor_labels(metrics::labels out, const sensor_reading& reading) {
  out.emplace_back("entity_id", reading.entity);
  out.emplace_back("sensor_id", reading.sensor);
  return out;
}

double seconds_of_the_epoch() {
  const std::chrono::duration<double> out = system_clock{}.now().time_since_epoch();
  return out.count();
}

}  // namespace

sensor_metrics::sensor_metrics(size_t nodes_max, std::chrono::seconds interval, time_source now)
    : nodes_max_{nodes_max}, kept_for_{3 * interval}, now_{std::move(now)} {
  if (nodes_max_ == 0) return;
  for (size_t row = 0; row < sensor_metric_rows.size(); ++row)
    show(sensor_metric_rows[row].name, sensor_metric_rows[row].help,
         [row](metrics::samples& out, const shown_machine& machine) {
           for (const auto& reading : machine.readings)
             if (reading.metric == row)
               out[with_sensor_labels(machine.who, reading)].value = reading.value;
         });
  show("baremetal_node_health", "Health of the machine: 0 ok, 1 warning, 2 critical.",
       [](metrics::samples& out, const shown_machine& machine) {
         if (machine.health) out[machine.who].value = *machine.health;
       });
  show("baremetal_last_payload_timestamp_seconds",
       "Time of the last reading of a machine's sensors.",
       [](metrics::samples& out, const shown_machine& machine) {
         if (machine.wall_clock > 0) out[machine.who].value = machine.wall_clock;
       });
}

void sensor_metrics::show(std::string_view name, std::string_view help,
                          std::function<void(metrics::samples&, const shown_machine&)> add) {
  shown_.emplace_back(metrics::kind::gauge,
                      metrics::description{std::string{name}, std::string{help}},
                      [this, add = std::move(add)] {
                        metrics::samples out;
                        const std::lock_guard guard{mutex_};
                        forget_silent();
                        for (const auto& [uuid, machine] : machines_) add(out, machine);
                        return out;
                      });
}

void sensor_metrics::take(const machine_vitals& vitals) {
  if (nodes_max_ == 0) return;
  auto readings = read_sensor_metrics(vitals.sensors, readings_max + 1);
  const std::lock_guard guard{mutex_};
  forget_silent();
  if (!machines_.contains(vitals.uuid) && machines_.size() >= nodes_max_) {
    left_out_ += readings.size();
    return;
  }
  if (readings.size() > readings_max) {
    ++left_out_;
    readings.resize(readings_max);
  }
  auto& machine = machines_[vitals.uuid];
  machine.who = vital_labels(vitals);
  machine.last_read = now_();
  machine.health = vitals.health ? level_of_health(*vitals.health) : std::nullopt;
  if (vitals.sensors.is_null()) return;
  machine.readings = std::move(readings);
  machine.wall_clock = seconds_of_the_epoch();
}

void sensor_metrics::forget_silent() {
  const auto now = now_();
  std::erase_if(machines_,
                [&](const auto& entry) { return now - entry.second.last_read > kept_for_; });
}

}  // namespace ironbus
