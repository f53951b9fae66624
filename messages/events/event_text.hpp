#pragma once

#include "messages/ports/logged_event.hpp"

#include <string>

namespace ironbus {

/// An event in the form for followers: the CloudEvents object with `position` and `log` before its
/// other attributes. `log`: the name of the log.
std::string event_text(const logged_event& event, const std::string& log);

}  // namespace ironbus
