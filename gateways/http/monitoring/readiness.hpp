#pragma once

#include "gateways/http/services/bus_watch.hpp"
#include "messages/base/json.hpp"
#include "messages/ports/membership.hpp"

namespace ironbus::http {

/// The body of /readyz: whether the bus answers and the store takes writes, why not, and what
/// survives. `ready` says whether all is well.
json readiness(const bus_watch& messages, const result<std::monostate>& written,
               const std::string& durability);

}  // namespace ironbus::http
