#include "ops/ironbusd/configuration/notification_rules.hpp"

#include <algorithm>

namespace ironbus::daemon {

namespace {

/// AMQP allows names of 255 bytes; the level is appended.
constexpr size_t name_max = 200;

bool is_name(const std::string& x) {
  return !x.empty() && x.size() <= name_max && std::all_of(x.begin(), x.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-';
  });
}

void check_name(const char* key, const std::string& name, problems& out) {
  if (!is_name(name))
    out.push_back({"", key,
                   "'" + name.substr(0, name_max) + "' is not a valid name; allowed: 1 to " +
                       std::to_string(name_max) + " letters, digits and the characters -._"});
}

}  // namespace

void check_notifications(const settings& settings, problems& out) {
  const auto& x = settings.conductor.notifications;
  const bool by_level = x.level != notification_level::off;
  if (x.wanted() && settings.local_bus())
    out.push_back({"", by_level ? "notifications.level" : "notifications.sensors",
                   "is set while bus is 'local', which other programs cannot read; allowed: bus: "
                   "amqp://HOST, or off"});
  for (const auto& topic : x.topics) check_name("notifications.topics", topic, out);
  for (const auto& topic : x.sensor_topics) check_name("notifications.sensor_topics", topic, out);
  check_name("notifications.exchange", x.exchange, out);
  if (x.exchange.starts_with("ironbus.") || x.exchange.starts_with("amq."))
    out.push_back({"", "notifications.exchange",
                   "'" + x.exchange +
                       "' belongs to this service or to RabbitMQ; allowed: a name that begins with "
                       "neither ironbus. nor amq."});
}

}  // namespace ironbus::daemon
