#pragma once

#include "drivers/ipmi/ipmi_context.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// Changes the password of the user in driver_info, in two parts: first the new one is stored with
/// the node, then the BMC gets it (kit/password_rotation.hpp). ipmitool reads it from stdin, twice,
/// like a prompt. At most 16 bytes, because ipmitool accepts longer ones only as an argument.
ipmi_outcome rotate_ipmi_password(ipmi_context& context, permitted_step request,
                                  ipmi_access access);
/// Whether the BMC already has the stored password.
boost::asio::awaitable<std::optional<step_outcome>> recover_ipmi_password(ipmi_context& context,
                                                                          permitted_step request);

/// The ids of the users with that name in the output of `user list`.
std::vector<int> user_numbers(std::string_view list, std::string_view name);

}  // namespace ironbus
