#include "ops/ironbusd/options/option.hpp"

#include "messages/base/text.hpp"
#include "ops/ironbusd/text/duration.hpp"

#include <cctype>

namespace ironbus::daemon {

namespace {

std::string bound(const option& x, int64_t value) {
  if (x.where.type == value_type::duration) return duration_text(std::chrono::milliseconds{value});
  return std::to_string(value);
}

std::string range(const option& option) {
  const auto& [min, max, choices, scale, unit] = option.allowed;
  const auto tail = unit.empty() ? "" : " " + unit;
  if (min && max) return " from " + bound(option, *min) + " to " + bound(option, *max) + tail;
  if (min) return " from " + bound(option, *min) + tail;
  if (max) return " up to " + bound(option, *max) + tail;
  return tail.empty() ? "" : " of" + tail;
}

std::string choices(const option& x) { return join(x.allowed.choices); }

std::string list_text(const option& x) {
  if (!x.allowed.choices.empty()) return "a list of different ones of " + choices(x);
  return "a list of different names such as [a, b]";
}

}  // namespace

std::string option::variable_of(std::string_view key) {
  auto out = "IRONBUS_" + std::string{key};
  for (auto& c : out)
    c = c == '.' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

std::string allowed_text(const option& option) {
  switch (option.where.type) {
    case value_type::boolean: return "true or false";
    case value_type::number: return "a whole number" + range(option);
    case value_type::priority: return "a number" + range(option) + ", such as 10 or 10.5";
    case value_type::duration: return "a duration" + range(option) + ", such as 30, 30s or 5m";
    case value_type::text:
      return option.allowed.choices.empty() ? "a text" : "one of " + choices(option);
    case value_type::address: return "HOST:PORT, such as 127.0.0.1:6385 or [::1]:6385";
    case value_type::list: return list_text(option);
    case value_type::map:
      return "a map such as {deploy.erase_devices: 0}, with numbers" + range(option);
    case value_type::text_map: return "a map such as {aarch64: TEXT}";
    case value_type::managed_dhcp:
      return "a map with the keys interface and range (FIRST-LAST, IPv4)";
    case value_type::failures:
      return "a list of maps with the keys interface, step, node, after_seconds, how, times, "
             "reason";
    case value_type::vendor_rows: return "a list of maps with the keys " + vendor_row_keys();
  }
  return {};
}

std::string type_text(const option& option) {
  constexpr std::array<std::string_view, 12> names{
      "boolean", "number", "number",       "duration",     "text", "address",
      "list",    "map",    "list of maps", "list of maps", "map",  "map"};
  return std::string{names.at(static_cast<size_t>(option.where.type))};
}

}  // namespace ironbus::daemon
