#pragma once

#include "gateways/http/api/router.hpp"

#include <span>

namespace ironbus::http {

/// All routes. If two match, the first counts.
std::span<const route> routes();

}  // namespace ironbus::http
