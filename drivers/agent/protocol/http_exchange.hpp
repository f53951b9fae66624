#pragma once

#include "drivers/agent/protocol/agent_options.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ssl/context.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ironbus {

/// One HTTP request to an agent.
struct http_question {
  callback_url to;
  std::string method;  ///< "GET" or "POST".
  std::string target;
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers{};  ///< Besides those of every request.
  /// What the other side must prove with TLS; null: in the clear.
  std::shared_ptr<boost::asio::ssl::context> tls;
};

struct http_answer {
  unsigned status = 0;
  std::string body;
};

/// What an agent's certificate is checked with: `certificate` in PEM alone if there is one, else as
/// the options say. `invalid` if it cannot be read.
result<std::shared_ptr<boost::asio::ssl::context>> agent_tls(const agent_options& options,
                                                             const std::string& certificate);

/// Sends the question on a connection of its own and reads the answer, on the executor of the
/// coroutine. The whole takes no longer than command_timeout, names that must be looked up aside;
/// the answer is no larger than answer_bytes_max; redirects are not followed.
///
/// Failures: `unavailable`, nothing was sent; `timeout`, it was or may have been, and there is no
/// answer; `invalid`, the address is one that nothing is sent to, or the answer is none that an
/// agent gives.
boost::asio::awaitable<result<http_answer>> exchange(http_question x, const agent_options& options);

}  // namespace ironbus
