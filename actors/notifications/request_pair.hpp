#pragma once

#include "actors/notifications/notifier.hpp"
#include "actors/notifications/payload.hpp"

namespace ironbus {

/// A request that is carried out at once and therefore gets two notifications: start and end. A
/// rejected request gets none.
struct request_pair {
  std::string_view object;
  std::string_view action;
  const payload_class& payload;
};

// Members of the start notification for values that are not stored yet.

/// The object does not exist yet.
json unmade();
/// The last change was that of `before`, a payload's data.
json unchanged_since(const json& before);

/// `data` is that of the end; the start replaces the members of `at_start`.
void tell(notifier& out, const request_pair& request, const json& data,
          const json& at_start = json::object());

}  // namespace ironbus
