#pragma once

#include "messages/model/node.hpp"

#include <string_view>

namespace ironbus {

/// Key of instance_info: the password hash of a rescue, as in /etc/shadow. Kept until the rescue
/// has started.
inline constexpr const char* rescue_password_key = "hashed_rescue_password";

/// The ramdisk has stopped or will stop: drops the agent's addresses and times, and its token,
/// unless the boot files contain it. Such a token is valid for all boots of a workflow.
void drop_agent(node& node);

/// Like drop_agent, but also drops a token in the boot files.
void drop_agent_and_token(node& x);

/// Stores a token that the next ramdisk gets from its boot files.
void hand_token_over(node& node, std::string_view token);

/// Whether the agent got its token from the boot files and not from a lookup.
bool is_token_handed_over(const node& x);

/// The workflow has ended: drops its data, such as the URL of its image, and its agent unless that
/// keeps running.
void drop_workflow_data(node& x, bool agent_keeps_running = false);

void forget_rescue_password(node& x);

/// Marks the power state of the machine as unknown.
void drop_power_state(node& x);

/// The instance was deleted: drops its data.
void drop_instance(node& node);

}  // namespace ironbus
