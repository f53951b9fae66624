#pragma once

#include "gateways/http/api/task.hpp"
#include "messages/ports/process_description.hpp"

#include <vector>

namespace ironbus::http {

using process_list = std::vector<process_description>;

/// The live members, one per host.
task<process_list> read_processes(const call_ptr& call);

}  // namespace ironbus::http
