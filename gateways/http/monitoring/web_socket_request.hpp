#pragma once

#include "gateways/http/transport/message.hpp"

#include <optional>

namespace ironbus::http {

class call;

/// Why a request for a WebSocket is refused: 403 for a page of another origin, 426 for a protocol
/// version other than 13, 400 for an invalid key. Unset if it is allowed.
std::optional<response> refusal_of_web_socket(const call& call);

}  // namespace ironbus::http
