#pragma once

#include "drivers/kit/http/http_message.hpp"
#include "drivers/redfish/client/redfish_account.hpp"

#include <boost/asio/awaitable.hpp>

#include <optional>
#include <string>

namespace ironbus {

/// Sends requests to a BMC as the account that it is for: opens a session and goes by it, opens
/// another one where it was lost, or says the password with each request. Before the password goes
/// anywhere, what answers has shown that it is a Redfish service. One request at a time: whoever
/// calls sees to that (bmc_session with one request at once).
class redfish_login {
public:
  redfish_login(redfish_account account, http_exchange send)
      : account_{std::move(account)}, send_{std::move(send)} {}

  boost::asio::awaitable<http_result> exchange(http_request request);
  /// Ends the session, if there is one; what the BMC says to that does not matter.
  boost::asio::awaitable<void> close(http_request leave);

private:
  using refusal = std::optional<http_result>;  ///< Unset: it went well.

  boost::asio::awaitable<refusal> open(http_request sample);
  boost::asio::awaitable<refusal> log_in(http_request sample);
  boost::asio::awaitable<http_result> send_as_account(http_request request);
  boost::asio::awaitable<bool> has_lost_session(http_request sample, unsigned status);
  http_request dressed(http_request request) const;
  refusal read_root(const http_result& answer);
  void take_session(const http_response& answer);

  boost::asio::awaitable<http_result> ask_session(http_request sample);
  /// Whether there is another one, which is tried from now on.
  bool change_password();

  redfish_account account_;
  const http_exchange send_;
  std::string sessions_;  ///< Path of the sessions; empty: the service is not known yet.
  std::string token_;     ///< Of our session; empty: there is none.
  std::string session_;   ///< Its path.
  bool basic_ = false;    ///< The BMC opens no session.
};

}  // namespace ironbus
