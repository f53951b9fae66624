#pragma once

#include "gateways/http/api/call.hpp"
#include "messages/wire/commands.hpp"

#include <functional>

namespace ironbus::http {

/// Calls a method of an interface of the node in the path and goes on with its answer; refuses the
/// request if the node is missing or the driver refuses.
void with_driver_answer(const call_ptr& x, call_driver what,
                        std::function<void(const std::string& node, const json& answer)> go_on);

/// The same where the answer of the API is empty. Unless the call waits, it is sent as soon as the
/// node has taken the call on.
void respond_when_called(const call_ptr& x, call_driver what, unsigned status,
                         std::string_view location = {});

}  // namespace ironbus::http
