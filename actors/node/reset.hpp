#pragma once

#include "messages/node.hpp"

namespace ironbus {

/// The ramdisk is gone, or will be: its address, token and times are void.
void forget_agent(node& x);

/// The instance is gone: what described it is removed.
void forget_instance(node& x);

}  // namespace ironbus
