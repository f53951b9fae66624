#pragma once

#include "drivers/kit/http/http_message.hpp"
#include "drivers/redfish/client/redfish_account.hpp"
#include "drivers/redfish/client/redfish_oddities.hpp"

#include <boost/asio/awaitable.hpp>

#include <optional>
#include <string>

namespace ironbus {

/// Sends requests to a BMC with the account's credentials. Opens a session and replaces it if the
/// BMC loses it, or uses basic authentication. Sends the password only after the server has
/// returned a Redfish service root. One request at a time, ensured by the caller (bmc_session with
/// one slot).
class redfish_login {
public:
  /// `oddities` outlives it.
  redfish_login(redfish_account account, http_exchange send, redfish_oddities& oddities)
      : account_{std::move(account)}, exchange_{std::move(send)}, oddities_{oddities} {}

  boost::asio::awaitable<http_result> exchange(http_request request);
  /// Ends the session, if there is one. Ignores the BMC's response.
  boost::asio::awaitable<void> close(http_request leave);

private:
  using refusal = std::optional<http_result>;  ///< Unset: success.

  boost::asio::awaitable<refusal> open(http_request sample);
  boost::asio::awaitable<refusal> log_in(http_request sample);
  boost::asio::awaitable<refusal> log_in_anew(http_request sample);
  boost::asio::awaitable<http_result> send_as_account(http_request request);
  boost::asio::awaitable<bool> has_lost_session(http_request sample, unsigned status);
  boost::asio::awaitable<http_result> send(http_request request) const;
  http_request dressed(http_request request) const;
  refusal read_root(const http_result& answer);
  void take_session(const http_response& answer);

  boost::asio::awaitable<http_result> ask_session(http_request sample);
  /// Switches to the second password. False: there is none.
  bool change_password();

  redfish_account account_;
  const http_exchange exchange_;
  redfish_oddities& oddities_;
  std::string sessions_;  ///< Path of the sessions; empty: not yet known.
  std::string token_;     ///< Session token; empty: no session.
  std::string session_;   ///< Path of the session.
  bool basic_ = false;    ///< The BMC creates no session.
};

}  // namespace ironbus
