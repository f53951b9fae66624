#pragma once

#include "gateways/http/transport/message.hpp"

#include <optional>

namespace ironbus::http {

class call;

/// Why a request for a WebSocket gets none: 403 for a page of another origin, 426 for a version of
/// the protocol other than 13, 400 for a key that is none; unset: it may have one.
std::optional<response> refusal_of_web_socket(const call& call);

}  // namespace ironbus::http
