#pragma once

#include "gateways/http/transport/message.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace ironbus::http {

struct framing {
  bool keep_alive = true;
  bool streamed = false;  ///< The body ends when the connection closes.
};

/// The status line and headers of an answer with a body of that size.
std::string head_of(const response& response, uint64_t body_bytes, framing how);

std::string_view reason_phrase(unsigned status);

}  // namespace ironbus::http
