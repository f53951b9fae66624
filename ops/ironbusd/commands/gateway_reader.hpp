#pragma once

#include "drivers/kit/http/blocking_client.hpp"
#include "gateways/cli/authorization.hpp"
#include "messages/base/json.hpp"
#include "messages/platform/http_url.hpp"

#include <memory>
#include <string>

namespace ironbus::daemon {

/// A gateway that a command asks, as its command line names it.
struct asked_gateway {
  std::string url = "http://127.0.0.1:6385";  ///< http or https; port 6385 if it names none.
  cli::identity who;
  std::string ca_file;  ///< What an https gateway is checked with; empty: what the machine trusts.
};

/// Reads from a gateway, one page after the other, each on the caller's thread.
class gateway_reader {
public:
  /// `invalid` names the option that cannot be used; `url_option` is what the URL's is called.
  static result<gateway_reader> make(const asked_gateway& asked, const std::string& url_option);

  /// What GET of a target such as "/v1/nodes" gives. `forbidden`: whoever asks may not;
  /// `not_found`: there is none; `unavailable`: no JSON object came.
  result<json> read(const std::string& target);

private:
  gateway_reader(http_url url, tls_trust trust, cli::header proof);

  http_url url_;
  tls_trust trust_;
  cli::header proof_;
  std::unique_ptr<blocking_client> client_;
};

}  // namespace ironbus::daemon
