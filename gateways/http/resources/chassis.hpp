#pragma once

#include "gateways/http/api/call.hpp"

#include <functional>

namespace ironbus::http {

/// Goes on if there is a chassis of that UUID, or if it is null; else refuses the call with 400.
void with_chassis(const call_ptr& x, const json& uuid, std::function<void()> go_on);

}  // namespace ironbus::http
