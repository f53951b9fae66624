#pragma once

#include "drivers/ipmi/ipmi_context.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// Gives the user of driver_info another password, in two parts: it is noted with the node, then
/// the BMC is told (kit/password_rotation.hpp). ipmitool reads it from stdin, twice, as somebody
/// would type it; of up to 16 bytes, as it takes longer ones by an argument only.
ipmi_outcome rotate_ipmi_password(ipmi_context& context, permitted_step request,
                                  ipmi_access access);
/// Whether the BMC has the noted password already.
boost::asio::awaitable<std::optional<step_outcome>> recover_ipmi_password(ipmi_context& context,
                                                                          permitted_step request);

/// The numbers of the users of that name in what `user list` says.
std::vector<int> user_numbers(std::string_view list, std::string_view name);

}  // namespace ironbus
