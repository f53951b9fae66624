#include "drivers/ipmi/sensor_text.hpp"

#include "messages/base/text.hpp"

#include <array>
#include <string>

namespace ironbus {

namespace {

constexpr size_t sensors_max = 4096;
constexpr size_t keys_max = 64;  ///< Of one sensor.
constexpr size_t sensor_text_bytes_max = 512;

constexpr const char* id_key = "Sensor ID";
constexpr const char* reading_key = "Sensor Reading";
constexpr std::array type_keys{"Sensor Type (Threshold)", "Sensor Type (Analog)",
                               "Sensor Type (Discrete)"};

/// Limited in length, printable.
std::string printable(std::string_view text) {
  std::string out{text.substr(0, sensor_text_bytes_max)};
  for (auto& letter : out)
    if (letter < ' ' || letter > '~') letter = '?';
  return out;
}

json read_block(std::string_view block) {
  json out = json::object();
  while (!block.empty() && out.size() < keys_max) {
    const auto end = block.find('\n');
    const auto line = block.substr(0, end);
    const auto colon = line.find(':');
    if (colon != std::string_view::npos && !trim(line, " \t\r").starts_with("<<"))
      out[printable(trim(line.substr(0, colon), " \t\r"))] =
          printable(trim(line.substr(colon + 1), " \t\r"));
    block = end == std::string_view::npos ? std::string_view{} : block.substr(end + 1);
  }
  return out;
}

/// "Temperature (0x01)": Temperature; empty: not a sensor.
std::string type_of_sensor(const json& sensor) {
  for (const char* key : type_keys)
    if (auto type = member_text(sensor, key); !type.empty()) return type.substr(0, type.find(' '));
  return {};
}

}  // namespace

json read_sensors(std::string_view text) {
  json out = json::object();
  for (size_t count = 0; !text.empty() && count < sensors_max; ++count) {
    const auto end = text.find("\n\n");
    auto sensor = read_block(text.substr(0, end));
    const auto id = member_text(sensor, id_key);
    const auto type = type_of_sensor(sensor);
    if (!id.empty() && !type.empty() && sensor.contains(reading_key))
      out[type][id] = std::move(sensor);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 2);
  }
  return out;
}

}  // namespace ironbus
