#pragma once

#include "messages/ports/logged_event.hpp"

#include <string>

namespace ironbus {

/// An event as those have it who follow the log: the CloudEvents object with its place before its
/// other attributes, `position` and `log`. `log`: the name of its log.
std::string event_text(const logged_event& event, const std::string& log);

}  // namespace ironbus
