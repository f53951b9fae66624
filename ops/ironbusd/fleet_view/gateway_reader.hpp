#pragma once

#include "drivers/kit/http/tls_trust.hpp"
#include "gateways/cli/asked_gateway.hpp"
#include "messages/base/json.hpp"
#include "messages/platform/http_url.hpp"

#include <memory>
#include <string>

namespace ironbus {
class blocking_client;
}

namespace ironbus::fleet_view {

/// Versions of the API, 1.<minor>, that commands ask in.
enum api_minor : int {
  minor_lists = 46,       ///< Lists of nodes and ports with all fields that commands show.
  minor_conductors = 49,  ///< Conductors.
  minor_history = 78,     ///< What happened to a node.
};

/// What a gateway has answered: a JSON object, whatever the status.
struct gateway_answer {
  unsigned status = 0;
  json body;
};

/// Reads from a gateway, one page after the other, each on the caller's thread.
class gateway_reader {
public:
  /// `invalid` names the option that cannot be used; `url_option` is what the URL's is called.
  static result<gateway_reader> make(const cli::asked_gateway& asked,
                                     const std::string& url_option);

  gateway_reader(gateway_reader&& other) noexcept;
  gateway_reader& operator=(gateway_reader&& other) noexcept;
  ~gateway_reader();

  /// What GET of a target such as "/v1/nodes" is answered with. `unavailable` or `timeout`: the
  /// gateway cannot be reached, does not prove who it is, or does not answer as one.
  result<gateway_answer> ask(const std::string& target, api_minor minor = minor_lists);

  /// The body, if the status is 200. Else `forbidden`: whoever asks may not; `not_found`: there is
  /// none, or no more; `invalid`: the request is wrong; `unavailable`: all others. The message has
  /// the gateway's own words, without control characters.
  result<json> read(const std::string& target, api_minor minor = minor_lists);

  /// The same for people: cli::printable_json of it.
  result<json> read_printable(const std::string& target, api_minor minor = minor_lists);

  /// Where it is, as an operator knows it: "http://127.0.0.1:6385".
  std::string place() const;

private:
  gateway_reader(http_url url, tls_trust trust, cli::header proof);

  http_url url_;
  tls_trust trust_;
  cli::header proof_;
  std::unique_ptr<blocking_client> client_;
};

/// Why an answer is not the one that was asked for; `target` is what was.
failure refusal_of(const gateway_answer& answer, const std::string& target);

}  // namespace ironbus::fleet_view
