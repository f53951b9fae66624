#include "drivers/redfish/redfish_sensors.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "messages/base/text.hpp"

#include <array>
#include <span>

namespace ironbus {

namespace {

/// A property of a sensor, with its names in the API and in Redfish.
struct value_row {
  const char* key;
  std::string_view property;
  json (*read)(const json&) = number_in;
};

json scalar_or_null(const json& value) {
  return value.is_primitive() && !value.is_discarded() ? value : json{};
}

constexpr std::array fan_values{
    value_row{"max_reading_range", "MaxReadingRange"},
    value_row{"min_reading_range", "MinReadingRange"},
    value_row{"reading", "Reading"},
    value_row{"reading_units", "ReadingUnits", scalar_or_null},
    value_row{"serial_number", "SerialNumber", scalar_or_null},
    value_row{"physical_context", "PhysicalContext", scalar_or_null},
};
constexpr std::array temperature_values{
    value_row{"max_reading_range_temp", "MaxReadingRangeTemp"},
    value_row{"min_reading_range_temp", "MinReadingRangeTemp"},
    value_row{"reading_celsius", "ReadingCelsius"},
    value_row{"physical_context", "PhysicalContext", scalar_or_null},
    value_row{"sensor_number", "SensorNumber"},
};
constexpr std::array power_values{
    value_row{"power_capacity_watts", "PowerCapacityWatts"},
    value_row{"line_input_voltage", "LineInputVoltage"},
    value_row{"last_power_output_watts", "LastPowerOutputWatts"},
    value_row{"serial_number", "SerialNumber", scalar_or_null},
};
constexpr std::array drive_values{
    value_row{"name", "Name", scalar_or_null},
    value_row{"model", "Model", scalar_or_null},
    value_row{"capacity_bytes", "CapacityBytes"},
};

/// A list in a resource, and the properties of its items.
struct sensor_row {
  std::string_view resource;  ///< Of the chassis.
  std::string_view list;
  const char* type;
  std::span<const value_row> values;
};

constexpr std::array sensor_rows{
    sensor_row{"Thermal", "Fans", "Fan", fan_values},
    sensor_row{"Thermal", "Temperatures", "Temperature", temperature_values},
    sensor_row{"Power", "PowerSupplies", "Power", power_values},
};

/// If a BMC reports the health of a part but not its state, the part counts as enabled.
json read_sensor(const json& shown, std::span<const value_row> values) {
  json out = json::object();
  for (const auto& row : values) out[row.key] = row.read(member_at(shown, {row.property}));
  const auto& status = member_at(shown, {"Status"});
  out["health"] = scalar_or_null(member_at(status, {"Health"}));
  out["state"] = scalar_or_null(member_at(status, {"State"}));
  if (out["state"].is_null() && !out["health"].is_null()) out["state"] = "Enabled";
  return out;
}

std::string sensor_id(const json& shown, size_t place, const std::string& owner) {
  auto id = member_text(shown, "MemberId");
  if (id.empty()) id = std::to_string(place);
  return id + "@" + owner;
}

void read_sensor_list(json& out, const sensor_row& row, const redfish_resource& shown,
                      const std::string& owner) {
  const auto& list = member_at(shown.body, {row.list});
  if (!list.is_array()) return;
  size_t place = 0;
  for (const auto& one : list) {
    auto sensor = read_sensor(one, row.values);
    const auto id = sensor_id(one, place++, owner);
    sensor["identity"] = id.substr(0, id.rfind('@'));
    out[row.type][id] = std::move(sensor);
  }
}

/// Reads each resource once for all its lists.
boost::asio::awaitable<void> read_chassis_sensors(redfish_client bmc, redfish_resource chassis,
                                                  json& out) {
  const auto owner = member_text(chassis.body, "Id");
  for (const auto* name : {"Thermal", "Power"}) {
    const auto link = link_at(chassis.body, {name});
    if (link.empty()) continue;
    const auto shown = co_await bmc.get(link);
    if (!shown) continue;
    for (const auto& row : sensor_rows)
      if (row.resource == name) read_sensor_list(out, row, *shown, owner);
  }
}

boost::asio::awaitable<void> read_drive_sensors(redfish_client bmc, redfish_resource system,
                                                json& out) {
  const auto collection = link_at(system.body, {"Storage"});
  if (collection.empty()) co_return;
  const auto storages = co_await get_members(bmc, collection);
  if (!storages) co_return;
  for (const auto& storage : *storages) {
    auto links = links_at(storage.body, {"Drives"});
    const auto drives = co_await get_all(bmc, std::move(links));
    if (!drives) continue;
    const auto owner = member_text(storage.body, "Id") + "@" + member_text(system.body, "Id");
    for (const auto& drive : *drives) {
      if (number_in(member_at(drive.body, {"CapacityBytes"})).is_null()) continue;
      out["Drive"][member_text(drive.body, "Name") + ":" + owner] =
          read_sensor(drive.body, drive_values);
    }
  }
}

}  // namespace

redfish_outcome get_redfish_sensors(redfish_call call) {
  const auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return redfish_step_failed(system.error());
  json out = json::object();
  auto chassis = co_await get_all_chassis(call.bmc, *system);
  if (chassis)
    for (auto& one : *chassis) co_await read_chassis_sensors(call.bmc, std::move(one), out);
  co_await read_drive_sensors(call.bmc, *system, out);
  co_return redfish_answered(std::move(out));
}

}  // namespace ironbus
