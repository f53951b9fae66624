#pragma once

#include "messages/model/snapshot.hpp"

#include <string>

namespace ironbus {

/// The sentences for last_error when a wait of the node has timed out.
std::string describe_overdue_wait(const node_snapshot& x);

}  // namespace ironbus
