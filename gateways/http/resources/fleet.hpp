#pragma once

#include "gateways/http/api/call.hpp"
#include "messages/ports/fleet.hpp"

#include <functional>
#include <vector>

namespace ironbus::http {

/// The members that are alive, one a host; refuses the call if the store cannot tell.
void with_fleet(const call_ptr& x,
                std::function<void(const std::vector<process_description>&)> go_on);

}  // namespace ironbus::http
