#include "actors/runtime/metrics/sensor_readings.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <charconv>

namespace ironbus {

namespace {

constexpr size_t sensor_letters_max = 64;
constexpr std::string_view printed_reading_key = "Sensor Reading";

size_t number_of_metric(std::string_view name) {
  const auto found = std::find_if(sensor_metric_rows.begin(), sensor_metric_rows.end(),
                                  [name](const auto& row) { return row.name == name; });
  return static_cast<size_t>(found - sensor_metric_rows.begin());
}

/// A number under a Redfish key; `units`: only if the sensor reports these units.
struct sensor_number_row {
  std::string_view type;
  std::string_view key;
  std::string_view units;
  std::string_view metric;
};

constexpr std::array sensor_number_rows{
    sensor_number_row{"Temperature", "reading_celsius", "", "baremetal_temp_celsius"},
    sensor_number_row{"Fan", "reading", "RPM", "baremetal_fan_rpm"},
    sensor_number_row{"Power", "line_input_voltage", "", "baremetal_voltage_volts"},
    sensor_number_row{"Power", "last_power_output_watts", "", "baremetal_last_power_output_watts"},
};

/// IPMI prints the unit after the number, "23 (+/- 0) degrees C".
struct sensor_unit_row {
  std::string_view unit;
  std::string_view metric;
};

constexpr std::array sensor_unit_rows{
    sensor_unit_row{"degrees C", "baremetal_temp_celsius"},
    sensor_unit_row{"RPM", "baremetal_fan_rpm"},
    sensor_unit_row{"Volts", "baremetal_voltage_volts"},
    sensor_unit_row{"Amps", "baremetal_current_amperes"},
    sensor_unit_row{"Watts", "baremetal_last_power_output_watts"},
};

constexpr std::array sensor_status_rows{
    sensor_unit_row{"Temperature", "baremetal_temperature_status"},
    sensor_unit_row{"Fan", "baremetal_fan_status"},
    sensor_unit_row{"Power", "baremetal_power_status"},
    sensor_unit_row{"Drive", "baremetal_drive_status"},
};

struct health_level_row {
  std::string_view text;
  double level;
};

constexpr std::array health_level_rows{
    health_level_row{"OK", 0}, health_level_row{"Warning", 1}, health_level_row{"Critical", 2},
    health_level_row{"ok", 0}, health_level_row{"nc", 1},      health_level_row{"cr", 2},
    health_level_row{"nr", 2},
};

std::string sensor_text(std::string_view text) {
  std::string out{text.substr(0, sensor_letters_max)};
  for (auto& letter : out)
    if (letter < ' ' || letter > '~') letter = '?';
  return out;
}

/// Reads the sensors of one machine.
class sensor_reader {
public:
  explicit sensor_reader(size_t readings_max) : readings_max_{readings_max} {}

  void read(const std::string& type, const std::string& id, const json& sensor) {
    entity_ = member_text(sensor, "Entity ID");
    if (entity_.empty()) entity_ = member_text(sensor, "physical_context");
    sensor_ = id;
    for (const auto& row : sensor_number_rows)
      if (row.type == type &&
          (row.units.empty() || row.units == member_text(sensor, "reading_units")))
        if (const auto found = sensor.find(row.key); found != sensor.end() && found->is_number())
          add(row.metric, found->get<double>());
    read_printed(member_text(sensor, std::string{printed_reading_key}));
    read_status(type, sensor);
  }

  std::vector<sensor_reading> out;

private:
  void add(std::string_view metric, double value) {
    if (out.size() < readings_max_)
      out.push_back({number_of_metric(metric), sensor_text(entity_), sensor_text(sensor_), value});
  }

  void read_printed(std::string_view text) {
    double value = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{}) return;
    for (const auto& row : sensor_unit_rows)
      if (text.ends_with(row.unit)) add(row.metric, value);
  }

  void read_status(const std::string& type, const json& sensor) {
    auto health = member_text(sensor, "health");
    if (health.empty()) health = member_text(sensor, "Status");
    const auto level = level_of_health(health);
    for (const auto& row : sensor_status_rows)
      if (level && row.unit == type) add(row.metric, *level);
  }

  const size_t readings_max_;
  std::string entity_;
  std::string sensor_;
};

}  // namespace

std::optional<double> level_of_health(std::string_view health) {
  for (const auto& row : health_level_rows)
    if (row.text == health) return row.level;
  return std::nullopt;
}

std::vector<sensor_reading> read_sensor_metrics(const json& sensors, size_t readings_max) {
  sensor_reader out{readings_max};
  if (!sensors.is_object()) return {};
  for (const auto& [type, all] : sensors.items()) {
    if (!all.is_object()) continue;
    for (const auto& [id, sensor] : all.items())
      if (sensor.is_object()) out.read(type, id, sensor);
  }
  return std::move(out.out);
}

}  // namespace ironbus
