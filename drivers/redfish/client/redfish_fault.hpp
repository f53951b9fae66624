#pragma once

#include "drivers/kit/http/http_message.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// Why a request to a BMC failed, by what can be done about it.
enum class redfish_fault : uint8_t {
  not_called,  ///< Nothing was sent: no permit, or what was to be sent is no request.
  silent,      ///< No connection, or no answer in time.
  untrusted,   ///< TLS: the BMC has not proved who it is.
  access,      ///< The user, the password or the user's rights.
  missing,     ///< There is no such resource.
  unreadable,  ///< What answers is no Redfish.
  busy,        ///< Not now, says the BMC.
  refused,     ///< Not so, says the BMC: 4xx.
  broken,      ///< 5xx.
  count_
};

struct redfish_error {
  redfish_fault fault = redfish_fault::refused;
  unsigned status = 0;  ///< Of the answer; 0: there was none.
  std::string message;  ///< A sentence with the BMC's own words, without secrets.
  std::string words;    ///< Those alone, its MessageIds included: to be searched for quirks.

  bool says(std::string_view text) const { return words.find(text) != std::string::npos; }
};

template <class T>
using redfish_result = tl::expected<T, redfish_error>;

/// What a refusal says: of each entry of ExtendedInfo MessageId and Message, critical ones first;
/// whatever the body is. Bounded, of printable letters, one line.
std::string words_of_refusal(std::string_view body);

/// Whether the BMC asks to be asked again later, by what it says; some say so with 400.
bool says_busy(const http_response& answer);

/// "GET /redfish/v1/": for sentences.
std::string shown_request(http_method method, std::string_view target);

/// Of what became of a request; unset: it was done. Whether a BMC that refuses is busy is a
/// question to its words, which are not read here.
std::optional<redfish_fault> fault_of(const http_result& answer);

redfish_error error_of(const http_failure& failed, const std::string& asked);
/// Of an answer with 400 or more.
redfish_error error_of(const http_response& answer, const std::string& asked,
                       const std::string& place);
redfish_error unreadable_answer(const std::string& asked, const std::string& place,
                                const std::string& why);
/// Something that is not as it should be: an attribute that is missing, a value not allowed.
tl::unexpected<redfish_error> redfish_refusal(std::string message,
                                              redfish_fault fault = redfish_fault::refused);

}  // namespace ironbus
