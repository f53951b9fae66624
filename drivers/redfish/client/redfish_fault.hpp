#pragma once

#include "drivers/kit/http/http_message.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// Causes of a failed request to a BMC, by the possible remedy.
enum class redfish_fault : uint8_t {
  not_called,  ///< Not sent: no permit, or an invalid request.
  silent,      ///< No connection, or no response in time.
  untrusted,   ///< The TLS handshake failed.
  access,      ///< Wrong user or password, or missing privilege.
  missing,     ///< The resource does not exist.
  unreadable,  ///< The response is not Redfish.
  busy,        ///< The BMC is busy; retry later.
  refused,     ///< The BMC rejected the request: 4xx.
  broken,      ///< 5xx.
  count_
};

struct redfish_error {
  redfish_fault fault = redfish_fault::refused;
  unsigned status = 0;  ///< HTTP status; 0: no response.
  std::string message;  ///< For the operator, with the BMC's message, without secrets.
  std::string words;    ///< The BMC's message with its MessageIds, to search for quirks.

  bool says(std::string_view text) const { return words.find(text) != std::string::npos; }
};

template <class T>
using redfish_result = tl::expected<T, redfish_error>;

/// The message of an error response: MessageId and Message of each ExtendedInfo entry, critical
/// ones first. If no entry has a Message, the general message of the error. Accepts any body.
/// Limited in length, printable, one line.
std::string error_message_of(std::string_view body);

/// Whether the BMC's message asks for a later retry. Some send it with 400.
bool says_busy(const http_response& answer);

/// "GET /redfish/v1/", for messages.
std::string shown_request(http_method method, std::string_view target);

/// The fault of a request; unset: success. Does not read the body, so it does not recognise a busy
/// BMC by its message.
std::optional<redfish_fault> fault_of(const http_result& answer);

redfish_error error_of(const http_failure& failed, const std::string& asked);
/// For a response with status 400 or higher.
redfish_error error_of(const http_response& answer, const std::string& asked,
                       const std::string& place);
redfish_error unreadable_answer(const std::string& asked, const std::string& place,
                                const std::string& why);
/// An unexpected value, such as a missing attribute or a forbidden value.
tl::unexpected<redfish_error> redfish_refusal(std::string message,
                                              redfish_fault fault = redfish_fault::refused);

}  // namespace ironbus
