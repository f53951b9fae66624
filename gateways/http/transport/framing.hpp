#pragma once

#include "gateways/http/transport/message.hpp"

#include <optional>
#include <string>

namespace ironbus::http {

/// Why the head of a request does not say beyond doubt where the request ends or whom it is for
/// (RFC 9112, sections 3.2 and 6). Two readers of such a request, a proxy and we, could see two
/// different ones. `version` is that of the request line, 10 or 11.
std::optional<std::string> framing_fault(const request& head, unsigned version);

}  // namespace ironbus::http
