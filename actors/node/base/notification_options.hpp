#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus {

/// How much a notification matters; `off` is no level, but the wish for none.
enum class notification_level : uint8_t { off, debug, info, warning, error, critical };

/// Which of Ironic's notifications are sent, and where to. Names in comments are the options' names
/// in the section `notifications`.
struct notification_options {
  notification_level level = notification_level::off;  ///< The least that is sent.
  std::vector<std::string> topics{"ironic_versioned_notifications"};
  std::string exchange = "ironic";
  bool sensors = false;  ///< What sensors say is sent, too.
  std::vector<std::string> sensor_topics{"notifications"};
  bool durable = false;  ///< Whether the exchange outlives a restart of the broker.

  bool wanted() const { return level != notification_level::off || sensors; }
};

}  // namespace ironbus
