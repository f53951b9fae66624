#pragma once

#include "messages/node.hpp"

namespace ironbus {

/// Of instance_info: what a rescue lets in, as /etc/shadow has it. It lasts as long as the rescue
/// takes to begin.
inline constexpr const char* rescue_password_key = "hashed_rescue_password";

/// The ramdisk is gone, or will be: its address, token and times are void.
void forget_agent(node& x);

/// The workflow is over: what was noted for it alone is void, such as the address of its image.
void forget_workflow(node& x);

/// The instance is gone: what described it is removed.
void forget_instance(node& x);

}  // namespace ironbus
