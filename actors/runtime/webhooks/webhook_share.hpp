#pragma once

#include "messages/ports/membership.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// Names of the members that deliver to webhooks.
std::vector<std::string> couriers_among(const std::vector<member>& members);

/// Which of them delivers for a webhook: each process says the same as long as all see the same
/// members, and one that comes or goes moves its own share only (rendezvous hashing). Empty: none.
std::string courier_for(std::string_view webhook, const std::vector<std::string>& names);

}  // namespace ironbus
