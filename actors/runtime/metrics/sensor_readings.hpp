#pragma once

#include "messages/base/json.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// What is shown of sensors, each a metric of its own.
struct sensor_metric {
  std::string_view name;
  std::string_view help;
};

/// The names are those of the exporter that people have beside Ironic.
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
  size_t metric = 0;  ///< The row.
  std::string entity;
  std::string sensor;
  double value = 0;
};

/// What can be shown of {type: {id: {key: value}}}, as Redfish and IPMI name types and keys. Texts
/// are cut and of printable letters; whatever else the document is, it is passed over.
std::vector<sensor_reading> read_sensor_metrics(const json& sensors, size_t readings_max);

/// "OK", "Warning" or "Critical", or what IPMI says for them, as 0, 1 or 2.
std::optional<double> level_of_health(std::string_view health);

}  // namespace ironbus
