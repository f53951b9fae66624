#pragma once

#include "drivers/kit/http/http_message.hpp"
#include "drivers/kit/http/tls_trust.hpp"
#include "gateways/cli/gateway_access.hpp"
#include "messages/base/json.hpp"
#include "messages/platform/http_url.hpp"

#include <memory>
#include <string>

namespace ironbus {
class blocking_client;
}

namespace ironbus::fleet_view {

/// API versions, 1.<minor>, that commands use.
enum api_minor : int {
  minor_lists = 46,       ///< Lists of nodes and ports with all fields that commands show.
  minor_conductors = 49,  ///< Conductors.
  minor_history = 78,     ///< History of a node.
};

/// A gateway's answer: a JSON object, also if the status is an error.
struct gateway_answer {
  unsigned status = 0;
  json body;
};

/// Asks a gateway, one request at a time, on the caller's thread.
class gateway_reader {
public:
  /// `invalid` names the unusable option; `url_option` is the name of the URL's option.
  static result<gateway_reader> make(const cli::gateway_access& asked,
                                     const std::string& url_option);

  gateway_reader(gateway_reader&& other) noexcept;
  gateway_reader& operator=(gateway_reader&& other) noexcept;
  ~gateway_reader();

  /// The answer to GET of a target such as "/v1/nodes". `unavailable` or `timeout`: the gateway
  /// cannot be reached, its certificate is not trusted, or its answer is not the API's.
  result<gateway_answer> ask(const std::string& target, api_minor minor = minor_lists);

  /// The body, if the status is 200. `forbidden`: 401 or 403; `not_found`: 404 or 410; `invalid`:
  /// 400; `unavailable`: all others. The message contains the gateway's error text, without control
  /// characters.
  result<json> read(const std::string& target, api_minor minor = minor_lists);

  /// The same, with control characters removed (cli::printable_json).
  result<json> read_printable(const std::string& target, api_minor minor = minor_lists);

  /// The body of the answer to POST with a body, or to DELETE, if the status is a success; null: it
  /// has none. Failures as for read().
  result<json> send(http_method method, const std::string& target, const json& body);

  /// The URL for output, such as "http://127.0.0.1:6385".
  std::string place() const;

private:
  result<gateway_answer> exchange(http_method method, const std::string& target, std::string body,
                                  api_minor minor);

  gateway_reader(http_url url, tls_trust trust, cli::header proof);

  http_url url_;
  tls_trust trust_;
  cli::header proof_;
  std::unique_ptr<blocking_client> client_;
};

/// The failure for an answer to a request whose status is an error. `method`: "GET".
failure refusal_of(const gateway_answer& answer, const std::string& target,
                   const std::string& method = "GET");

}  // namespace ironbus::fleet_view
