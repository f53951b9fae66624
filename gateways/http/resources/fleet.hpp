#pragma once

#include "gateways/http/api/task.hpp"
#include "messages/ports/fleet.hpp"

#include <vector>

namespace ironbus::http {

using fleet = std::vector<process_description>;

/// The members that are alive, one a host.
task<fleet> read_fleet(const call_ptr& x);

}  // namespace ironbus::http
