#pragma once

#include "actors/notifications/notifier.hpp"
#include "actors/notifications/payload.hpp"

namespace ironbus {

/// A request that is carried out at once, and so told as a pair: its start and its end. One that
/// is refused has changed nothing, and nothing is told of it.
struct request_pair {
  std::string_view object;
  std::string_view action;
  const payload_class& payload;
};

// What such a request says at its start besides the new values: that they are not stored yet.

/// The object has not been made.
json unmade();
/// It was last changed when `before`, a payload's data, says.
json unchanged_since(const json& before);

/// `data` at the end; at the start with the members of `at_start` in their place.
void tell(notifier& out, const request_pair& request, const json& data,
          const json& at_start = json::object());

}  // namespace ironbus
