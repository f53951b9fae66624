#pragma once

#include "messages/ports/membership.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// Names of the members that deliver to webhooks.
std::vector<std::string> dispatchers_among(const std::vector<member>& members);

/// The member that delivers for a webhook. All processes that see the same members choose the same
/// one, and a member that joins or leaves moves only its own share (rendezvous hashing). Empty:
/// none.
std::string dispatcher_for(std::string_view webhook, const std::vector<std::string>& names);

}  // namespace ironbus
