#pragma once

#include "gateways/http/transport/message.hpp"

#include <optional>
#include <string>

namespace ironbus::http {

/// Why the head leaves it unclear where the request ends or which host it is for (RFC 9112,
/// sections 3.2 and 6). A proxy and this server could read two different requests. `version`: of
/// the request line, 10 or 11.
std::optional<std::string> framing_fault(const request& head, unsigned version);

}  // namespace ironbus::http
