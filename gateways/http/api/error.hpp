#pragma once

#include "gateways/http/transport/message.hpp"
#include "messages/base/errors.hpp"

#include <string>

namespace ironbus::http {

/// What a handler returns for bad input: 400 with this text.
inline tl::unexpected<failure> invalid(std::string text) {
  return fail(error_code::invalid, std::move(text));
}

/// The HTTP status of an error code.
unsigned status_of(error_code x);

/// The response for an error that the API raised.
response error_response(const failure& x);
/// The same with another status, such as 405.
response error_response(unsigned status, const std::string& text);
/// An error found before routing: no such path, method not allowed, too large.
response framework_error(unsigned status, const std::string& text);

/// The start of the 403 of a policy rule; the rule's name follows.
inline constexpr std::string_view denial_text = "Access was denied to the following resource: ";

/// The rule that has denied a request; empty: the failure is another one.
std::string_view denying_rule(const failure& x);

}  // namespace ironbus::http
