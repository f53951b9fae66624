#include "actors/notifications/notifier.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr std::string_view format_version = "2.0";

/// "2026-08-01 12:00:00.000000", in UTC.
std::string envelope_time(timestamp moment) {
  auto out = to_string(moment).substr(0, 26);
  out[10] = ' ';
  return out;
}

struct level_row {
  notification_level level;
  std::string_view priority;  ///< In envelopes; in lower case, it ends routing keys.
  std::string_view key;
};

constexpr level_row info_level{notification_level::info, "INFO", "info"};
constexpr level_row error_level{notification_level::error, "ERROR", "error"};

const level_row& level_of(std::string_view status) {
  return status == "error" ? error_level : info_level;
}

json text_or_null(const std::string& x) { return x.empty() ? json{} : json(x); }

/// The hex digits of a UUID.
std::string without_dashes(std::string uuid) {
  std::erase(uuid, '-');
  return uuid;
}

}  // namespace

notifier::notifier(const context& ctx, std::string user, std::string request_id,
                   std::function<std::string()> fresh_id)
    : ctx_(ctx),
      user_(std::move(user)),
      request_id_(std::move(request_id)),
      fresh_id_(std::move(fresh_id)) {}

bool notifier::wants(std::string_view status) const {
  const auto least = ctx_.options.notifications.level;
  return least != notification_level::off && level_of(status).level >= least;
}

void notifier::tell(const notified_fact& fact, json payload) {
  const auto& level = level_of(fact.status);
  const auto type = "baremetal." + std::string{fact.object} + "." + std::string{fact.action} + "." +
                    std::string{fact.status};
  send(ctx_.options.notifications.topics, level.key,
       {{"publisher_id", std::string{fact.service} + "." + std::string{ctx_.host}},
        {"event_type", type},
        {"priority", level.priority},
        {"payload", std::move(payload)}});
}

void notifier::notify_sensors(const std::string& driver, json payload) {
  send(ctx_.options.notifications.sensor_topics, info_level.key,
       {{"publisher_id", std::string{conductor_service} + "." + std::string{ctx_.host}},
        {"event_type", "hardware." + driver + ".metrics"},
        {"priority", info_level.priority},
        {"payload", std::move(payload)}});
}

/// Consumers drop duplicates by `_unique_id`, so it differs from topic to topic.
void notifier::send(const std::vector<std::string>& topics, std::string_view level,
                    const json& message) {
  auto inner = message;
  inner["message_id"] = fresh_id();
  inner["timestamp"] = envelope_time(ctx_.now);
  inner["_context_request_id"] = text_or_null(request_id_);
  inner["_context_user_id"] = text_or_null(user_);
  for (const auto& topic : topics) {
    const auto id = fresh_id();
    inner["_unique_id"] = without_dashes(id);
    messages_.push_back(
        {.exchange = ctx_.options.notifications.exchange,
         .routing_key = topic + "." + std::string{level},
         .id = id,
         .body = to_text({{"oslo.version", format_version}, {"oslo.message", to_text(inner)}})});
  }
}

}  // namespace ironbus
