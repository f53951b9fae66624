#pragma once

#include "messages/model/snapshot.hpp"

#include <string>

namespace ironbus {

/// The sentences for last_error of a node that waits, when what it waits for has not come in time.
std::string describe_overdue_wait(const node_snapshot& x);

}  // namespace ironbus
