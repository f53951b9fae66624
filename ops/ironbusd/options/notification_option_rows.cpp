// The rows of the section `notifications`.

#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

namespace ironbus::daemon {

namespace {

constexpr std::array<std::string_view, 6> level_names{"off",     "debug", "info",
                                                      "warning", "error", "critical"};

option notification_row(std::string name, field where, std::string description,
                        limits allowed = {}) {
  return {"notifications", std::move(name), std::move(where), std::move(description),
          std::move(allowed)};
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

}  // namespace ironbus::daemon
