#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus {

/// The level of a notification; `off` disables notifications.
enum class notification_level : uint8_t { off, debug, info, warning, error, critical };

/// Which of Ironic's notifications are sent, and where. Comments name the options in the section
/// `notifications`.
struct notification_options {
  notification_level level = notification_level::off;  ///< The lowest level that is sent.
  std::vector<std::string> topics{"ironic_versioned_notifications"};
  std::string exchange = "ironic";
  bool sensors = false;  ///< Also send sensor readings.
  std::vector<std::string> sensor_topics{"notifications"};
  bool durable = false;  ///< Whether the exchange survives a restart of the broker.

  bool wanted() const { return level != notification_level::off || sensors; }
};

}  // namespace ironbus
