#pragma once

#include "drivers/kit/http/http_message.hpp"
#include "drivers/redfish/client/redfish_account.hpp"

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
  redfish_login(redfish_account account, http_exchange send)
      : account_{std::move(account)}, send_{std::move(send)} {}

  boost::asio::awaitable<http_result> exchange(http_request request);
  /// Ends the session, if there is one. Ignores the BMC's response.
  boost::asio::awaitable<void> close(http_request leave);

private:
  using refusal = std::optional<http_result>;  ///< Unset: success.

  boost::asio::awaitable<refusal> open(http_request sample);
  boost::asio::awaitable<refusal> log_in(http_request sample);
  boost::asio::awaitable<http_result> send_as_account(http_request request);
  boost::asio::awaitable<bool> has_lost_session(http_request sample, unsigned status);
  http_request dressed(http_request request) const;
  refusal read_root(const http_result& answer);
  void take_session(const http_response& answer);

  boost::asio::awaitable<http_result> ask_session(http_request sample);
  /// Switches to the second password. False: there is none.
  bool change_password();

  redfish_account account_;
  const http_exchange send_;
  std::string sessions_;  ///< Path of the sessions; empty: not yet known.
  std::string token_;     ///< Session token; empty: no session.
  std::string session_;   ///< Path of the session.
  bool basic_ = false;    ///< The BMC creates no session.
};

}  // namespace ironbus
