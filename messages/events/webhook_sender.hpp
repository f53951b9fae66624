#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ironbus {

/// One request to a webhook receiver.
struct webhook_request {
  std::string webhook;  ///< UUID of the webhook.
  std::string url;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
};

/// The result of a request.
struct webhook_answer {
  unsigned status = 0;  ///< 0: there was no response.
  std::string error;    ///< The error as a sentence; contains nothing of the request.
  std::chrono::seconds retry_after{
      0};  ///< The receiver asks for this pause before the next request.
};

/// Sends requests to webhook receivers: only to allowed addresses, each within a time limit.
class webhook_sender {
public:
  virtual ~webhook_sender() = default;

  /// Calls back once, on any thread. One request at a time per webhook; a slow receiver does not
  /// delay the requests of other webhooks.
  virtual void send(webhook_request x, std::function<void(webhook_answer)> done) = 0;

  /// No more requests for this webhook for now.
  virtual void forget(const std::string& webhook) = 0;
};

}  // namespace ironbus
