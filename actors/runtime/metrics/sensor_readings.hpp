#pragma once

#include "messages/base/json.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// A metric for one kind of reading.
struct sensor_metric {
  std::string_view name;
  std::string_view help;
};

/// The names are those of the exporter that is common for Ironic.
inline constexpr std::array<sensor_metric, 9> sensor_metric_rows{{
    {"baremetal_temp_celsius", "Temperature of a sensor."},
    {"baremetal_fan_rpm", "Speed of a fan in revolutions per minute."},
    {"baremetal_voltage_volts", "Voltage of a sensor, or at the input of a power supply."},
    {"baremetal_current_amperes", "Current of a sensor."},
    {"baremetal_last_power_output_watts", "Output power of a power supply, or power of a sensor."},
    {"baremetal_temperature_status", "Temperature status: 0 ok, 1 warning, 2 critical."},
    {"baremetal_fan_status", "Fan status: 0 ok, 1 warning, 2 critical."},
    {"baremetal_power_status", "Power supply status: 0 ok, 1 warning, 2 critical."},
    {"baremetal_drive_status", "Drive status: 0 ok, 1 warning, 2 critical."},
}};

struct sensor_reading {
  size_t metric = 0;  ///< Index of the row.
  std::string entity;
  std::string sensor;
  double value = 0;
};

/// The readings in {type: {id: {key: value}}} with the types and keys of Redfish and IPMI. Texts
/// are cut and printable; unknown parts are ignored.
std::vector<sensor_reading> read_sensor_metrics(const json& sensors, size_t readings_max);

/// "OK", "Warning" or "Critical", or IPMI's words for them, as 0, 1 or 2.
std::optional<double> level_of_health(std::string_view health);

}  // namespace ironbus
