#pragma once

#include "gateways/http/services/bus_watch.hpp"
#include "messages/base/json.hpp"
#include "messages/ports/membership.hpp"

namespace ironbus::http {

/// The body of /readyz: whether the bus is connected and the store accepts writes, the reasons if
/// not, and the durability. `ready` is true if both work.
json readiness(const bus_watch& messages, const result<std::monostate>& written,
               const std::string& durability);

}  // namespace ironbus::http
