// The rows of the sections `notifications` and `webhooks`: who is told, and how.

#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

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
  auto hosts =
      webhook_row("hosts", member_option([](auto& x) -> auto& { return x.policy.webhooks.hosts; }),
                  "Hosts that events may be sent to: names, or .example.org for all below. Empty: "
                  "all.");
  return {
      webhook_row(
          "max_webhooks",
          member_option([](auto& x) -> auto& { return x.policy.webhooks.webhooks_max; }),
          "Webhooks that there may be. Each that has events holds a thread of one conductor.",
          within(0, 256)),
      webhook_row("allow_http",
                  member_option([](auto& x) -> auto& { return x.policy.webhooks.allow_http; }),
                  "Whether a receiver's address may be http."),
      std::move(hosts),
      webhook_row("ports", member_option([](auto& x) -> auto& { return x.webhook_ports; }),
                  "Ports that events may be sent to. Empty: all."),
      webhook_row("networks", member_option([](auto& x) -> auto& { return x.webhook_networks; }),
                  "Networks in which receivers may be, such as 192.0.2.0/24. Empty: everywhere but "
                  "loopback, link-local, private, multicast and reserved addresses and metadata "
                  "services."),
      webhook_row("verify_ca",
                  member_option([](auto& x) -> auto& { return x.webhook_client.verify_ca; }),
                  "What proves a receiver's certificate: true (the system's authorities), or a "
                  "file of authorities in PEM.",
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
                  "How often an event is sent to a receiver that does not take it. Then it is a "
                  "dead letter, and the next one has its turn.",
                  within(2, 1000)),
      webhook_row("retry_first",
                  member_option([](auto& x) -> auto& { return x.runtime.webhooks.retry_first; }),
                  "Pause before an event is sent again; the pauses double.", within(10ms, 1h)),
      webhook_row("retry_longest",
                  member_option([](auto& x) -> auto& { return x.runtime.webhooks.retry_longest; }),
                  "Longest of these pauses. A receiver may ask for up to an hour (Retry-After).",
                  within(10ms, 24h)),
      webhook_row(
          "max_dead_letters",
          member_option([](auto& x) -> auto& { return x.runtime.webhooks.dead_letters_max; }),
          "Dead letters that are kept of one webhook. With more to give up it waits instead.",
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
          "The least that is sent (notification_level of Ironic). What has failed is an error, "
          "all else info.",
          among(level_names)),
      notification_row("topics", member_option([](auto& x) -> auto& {
                         return x.conductor.notifications.topics;
                       }),
                       "Topics they are sent to (versioned_notifications_topics); routing keys are "
                       "TOPIC.info and TOPIC.error.",
                       not_empty()),
      notification_row("exchange", member_option([](auto& x) -> auto& {
                         return x.conductor.notifications.exchange;
                       }),
                       "The exchange they are sent to (control_exchange)."),
      notification_row("durable", member_option([](auto& x) -> auto& {
                         return x.conductor.notifications.durable;
                       }),
                       "Whether that exchange outlives a restart of RabbitMQ: what the listeners "
                       "have as amqp_durable_queues."),
      notification_row(
          "sensors",
          member_option([](auto& x) -> auto& { return x.conductor.notifications.sensors; }),
          "Send what sensors say, too, as often as conductor.sensors_interval has them read "
          "(send_sensor_data)."),
      notification_row("sensor_topics", member_option([](auto& x) -> auto& {
                         return x.conductor.notifications.sensor_topics;
                       }),
                       "Topics for that (topics of oslo_messaging_notifications).", not_empty()),
  };
}

std::vector<option> webhook_option_rows() {
  auto out = webhook_receivers();
  for (auto& row : webhook_delivery_rows()) out.push_back(std::move(row));
  return out;
}

}  // namespace ironbus::daemon
