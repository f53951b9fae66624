#pragma once

#include "gateways/http/api/router.hpp"

#include <span>

namespace ironbus::http {

/// All routes; where two fit, the first counts.
std::span<const route> routes();

}  // namespace ironbus::http
