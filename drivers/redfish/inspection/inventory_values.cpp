#include "drivers/redfish/inspection/inventory_values.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "messages/base/text.hpp"

#include <cmath>

namespace ironbus {

std::string link_of(const json& resource, std::string_view name) {
  return link_at(resource, {name});
}

std::string short_text(const json& resource, std::string_view key) {
  constexpr size_t text_bytes_max = 255;
  auto out = std::string{trim(member_text(resource, key))};
  return out.size() <= text_bytes_max ? out : std::string{};
}

std::string serial_number_of(const json& resource) {
  const auto& value = member_at(resource, {"SerialNumber"});
  return value.is_number_integer() ? value.dump() : short_text(resource, "SerialNumber");
}

std::optional<int64_t> count_at(const json& resource, std::string_view key, int64_t most) {
  const auto value = number_in(member_at(resource, {key}));
  if (!value.is_number()) return std::nullopt;
  const auto number = value.get<double>();
  if (!std::isfinite(number) || number < 0 || number > static_cast<double>(most))
    return std::nullopt;
  if (value.is_number_integer()) return value.get<int64_t>();
  return std::llround(number);
}

void put(json& object, const char* key, std::string text) {
  if (!text.empty()) object[key] = std::move(text);
}

void put(json& object, const char* key, std::optional<int64_t> number) {
  if (number) object[key] = *number;
}

json shown_status(const json& resource) {
  const auto& status = member_at(resource, {"Status"});
  json out = json::object();
  put(out, "health", short_text(status, "Health"));
  put(out, "state", short_text(status, "State"));
  put(out, "health_rollup", short_text(status, "HealthRollup"));
  return out;
}

}  // namespace ironbus
