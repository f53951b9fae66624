#pragma once

#include "gateways/http/api/router.hpp"

#include <string_view>

namespace ironbus::http {

/// The policy rule of a route (messages/rights/rule_table.hpp); empty: any authenticated user may
/// use it, or the route needs no user.
std::string_view rule_of(const route& x);

}  // namespace ironbus::http
