// The rows of the sections `notifications` and `webhooks`.

#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"
#include "ops/ironbusd/options/tls_limit_rows.hpp"

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

constexpr std::array<std::string_view, 6> level_names{"off",     "debug", "info",
                                                      "warning", "error", "critical"};

option notification_row(std::string name, field where, std::string description,
                        limits allowed = {}) {
  return {"notifications", std::move(name), std::move(where), std::move(description),
          std::move(allowed)};
}

option webhook_row(std::string name, field where, std::string description, limits allowed = {}) {
  return {"webhooks", std::move(name), std::move(where), std::move(description),
          std::move(allowed)};
}

std::vector<option> webhook_receivers() {
  auto hosts = webhook_row(
      "hosts", member_option([](auto& x) -> auto& { return x.policy.webhooks.hosts; }),
      "Allowed hosts of receivers: names, or .example.org for all its subdomains. Empty: all.");
  return {
      webhook_row(
          "max_webhooks",
          member_option([](auto& x) -> auto& { return x.policy.webhooks.webhooks_max; }),
          "Most webhooks. Each webhook with events to send occupies a thread of one conductor.",
          within(0, 256)),
      webhook_row("allow_http",
                  member_option([](auto& x) -> auto& { return x.policy.webhooks.allow_http; }),
                  "Allow http for receivers."),
      std::move(hosts),
      webhook_row("ports", member_option([](auto& x) -> auto& { return x.webhook_ports; }),
                  "Allowed ports of receivers. Empty: all."),
      webhook_row(
          "networks", member_option([](auto& x) -> auto& { return x.webhook_networks; }),
          "Networks in which receivers may be, such as 192.0.2.0/24. Empty: all but loopback, "
          "link-local, private, multicast and reserved addresses and metadata services."),
      webhook_row("verify_ca",
                  member_option([](auto& x) -> auto& { return x.webhook_client.verify_ca; }),
                  "How to verify a receiver's certificate: true (by the system's authorities), or "
                  "a file of authorities in PEM.",
                  not_empty()),
  };
}

std::vector<option> webhook_delivery_rows() {
  return {
      webhook_row("request_timeout",
                  member_option([](auto& x) -> auto& { return x.webhook_client.request_timeout; }),
                  "How long one request to a receiver may take.", within(100ms, 5min)),
      webhook_row("attempts",
                  member_option([](auto& x) -> auto& { return x.runtime.webhooks.attempts_max; }),
                  "Attempts to send an event. If all fail, the event becomes a dead letter, and "
                  "the next event is sent.",
                  within(2, 1000)),
      webhook_row("retry_first",
                  member_option([](auto& x) -> auto& { return x.runtime.webhooks.retry_first; }),
                  "Pause before the first retry; the pauses double.", within(10ms, 1h)),
      webhook_row("retry_longest",
                  member_option([](auto& x) -> auto& { return x.runtime.webhooks.retry_longest; }),
                  "Longest of these pauses. A receiver may request up to an hour (Retry-After).",
                  within(10ms, 24h)),
      webhook_row("max_dead_letters", member_option([](auto& x) -> auto& {
                    return x.runtime.webhooks.dead_letters_max;
                  }),
                  "Most dead letters of one webhook. When it is full, the webhook retries the "
                  "event instead of giving it up.",
                  within(0, 100'000)),
  };
}

}  // namespace

std::vector<option> notification_option_rows() {
  return {
      notification_row(
          "level",
          named(
              [](auto& x) -> auto& { return x.conductor.notifications.level; }, level_names),
          "Lowest level that is sent (Ironic's notification_level). Failures have the level error, "
          "all others info.",
          among(level_names)),
      notification_row("topics", member_option([](auto& x) -> auto& {
                         return x.conductor.notifications.topics;
                       }),
                       "Topics of the notifications (versioned_notifications_topics). Routing keys "
                       "are TOPIC.info and TOPIC.error.",
                       not_empty()),
      notification_row("exchange", member_option([](auto& x) -> auto& {
                         return x.conductor.notifications.exchange;
                       }),
                       "Exchange of the notifications (control_exchange)."),
      notification_row(
          "durable",
          member_option([](auto& x) -> auto& { return x.conductor.notifications.durable; }),
          "Declare this exchange as durable. Must match amqp_durable_queues of the listeners."),
      notification_row(
          "sensors",
          member_option([](auto& x) -> auto& { return x.conductor.notifications.sensors; }),
          "Send sensor readings, too, at each conductor.sensors_interval (send_sensor_data)."),
      notification_row(
          "sensor_topics",
          member_option([](auto& x) -> auto& { return x.conductor.notifications.sensor_topics; }),
          "Topics of sensor readings (topics of oslo_messaging_notifications).", not_empty()),
  };
}

std::vector<option> webhook_option_rows() {
  auto out = webhook_receivers();
  for (auto& row : tls_limit_rows(
           "webhooks", "receivers", [](auto& x) -> auto& { return x.webhook_client.tls; }))
    out.push_back(std::move(row));
  for (auto& row : webhook_delivery_rows()) out.push_back(std::move(row));
  return out;
}

}  // namespace ironbus::daemon
