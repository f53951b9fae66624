#pragma once

#include "messages/model/node.hpp"

#include <string_view>

namespace ironbus {

/// Of instance_info: what a rescue lets in, as /etc/shadow has it. It lasts as long as the rescue
/// takes to begin.
inline constexpr const char* rescue_password_key = "hashed_rescue_password";

/// The ramdisk is gone, or will be: its address and times are void, and its token, unless what it
/// is booted from hands it over: that holds for all boots of a workflow.
void forget_agent(node& node);

/// As forget_agent, with the token that was handed over.
void forget_agent_and_token(node& x);

/// Gives the node a token that its next ramdisk will bring along.
void hand_token_over(node& node, std::string_view token);

/// Whether the agent has its token from what it was booted from, and not from a lookup.
bool is_token_handed_over(const node& x);

/// The workflow is over: what was noted for it alone is void, such as the address of its image, and
/// its agent, unless that stays up.
void forget_workflow(node& x, bool agent_stays = false);

void forget_rescue_password(node& x);

/// What the machine's power is, is not known.
void forget_power_state(node& x);

/// The instance is gone: what described it is removed.
void forget_instance(node& node);

}  // namespace ironbus
