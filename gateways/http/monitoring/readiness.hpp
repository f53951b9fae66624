#pragma once

#include "gateways/http/services/bus_watch.hpp"
#include "messages/base/json.hpp"
#include "messages/ports/membership.hpp"

namespace ironbus::http {

/// The body of /readyz: whether bus and store answer, why not, and what survives. `ready` says
/// whether all is well.
json readiness(const bus_watch& messages, const result<std::monostate>& pinged,
               const std::string& durability);

}  // namespace ironbus::http
