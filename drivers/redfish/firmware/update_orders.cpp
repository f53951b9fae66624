#include "drivers/redfish/firmware/update_orders.hpp"

#include "messages/base/secrets.hpp"
#include "messages/base/text.hpp"
#include "messages/platform/http_url.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr size_t component_bytes_max = 255;
constexpr size_t url_bytes_max = 2048;
constexpr int64_t wait_seconds_max = 86'400;
constexpr std::array<std::string_view, 3> order_keys{"component", "url", "wait"};

bool is_component(const std::string& text) {
  if (text.size() > component_bytes_max) return false;
  return text == "bios" || text == "bmc" || (text.starts_with("nic:") && text.size() > 4);
}

std::string shown_value(const json& order, const char* key) {
  return "'" + std::string{key} + "' is " +
         mask_text(to_text(order.value(key, json{})).substr(0, 120));
}

std::string wrong_key(const json& order) {
  for (const auto& [key, value] : order.items()) {
    if (key == "checksum") return "'checksum' is not supported: the BMC fetches the image itself";
    if (std::find(order_keys.begin(), order_keys.end(), key) == order_keys.end())
      return "unexpected key '" + key.substr(0, 64) + "'; allowed: " + join(order_keys);
  }
  return {};
}

bool is_wait(const json& wait) {
  return wait.is_null() ||
         (wait.is_number_integer() && wait >= 1 && wait.get<int64_t>() <= wait_seconds_max);
}

/// Why the entry is invalid; empty: valid.
std::string wrong_order(const json& order) {
  if (!order.is_object()) return "it must be an object of " + join(order_keys);
  if (auto why = wrong_key(order); !why.empty()) return why;
  if (!is_component(member_text(order, "component")))
    return shown_value(order, "component") + "; allowed: bios, bmc, nic:<id>";
  const auto url = member_text(order, "url");
  if (url.size() > url_bytes_max || !parse_http_url(url.substr(0, url.find('?'))))
    return shown_value(order, "url") + "; allowed: a URL of http or https";
  if (!is_wait(order.value("wait", json{})))
    return shown_value(order, "wait") + "; allowed: seconds from 1 to " +
           std::to_string(wait_seconds_max);
  return {};
}

}  // namespace

result<std::vector<update_order>> read_update_orders(const json& settings) {
  if (!settings.is_array() || settings.empty() || settings.size() > update_orders_max)
    return fail(error_code::invalid, "'settings' must be a list of 1 to " +
                                         std::to_string(update_orders_max) + " updates.");
  std::vector<update_order> out;
  for (const auto& one : settings) {
    if (const auto why = wrong_order(one); !why.empty())
      return fail(error_code::invalid, "settings/" + std::to_string(out.size()) + ": " + why + ".");
    update_order order{member_text(one, "component"), member_text(one, "url"), {}};
    if (const auto wait = one.value("wait", json{}); wait.is_number_integer())
      order.wait = std::chrono::seconds{wait.get<int64_t>()};
    out.push_back(std::move(order));
  }
  return out;
}

}  // namespace ironbus
