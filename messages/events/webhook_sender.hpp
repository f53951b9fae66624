#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ironbus {

/// One request to a receiver of events.
struct webhook_request {
  std::string webhook;  ///< UUID of whose it is.
  std::string url;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
};

/// What has become of it.
struct webhook_answer {
  unsigned status = 0;                  ///< 0: there was no answer.
  std::string error;                    ///< Then a sentence why; it holds nothing of the request.
  std::chrono::seconds retry_after{0};  ///< When the receiver wants to be asked again.
};

/// Sends requests to receivers of events: to allowed addresses only, each within a limit of time.
class webhook_sender {
public:
  virtual ~webhook_sender() = default;

  /// Calls back once, on any thread. One request at a time for each webhook; however long one
  /// takes, those of others do not wait for it.
  virtual void send(webhook_request x, std::function<void(webhook_answer)> done) = 0;

  /// There will be no more for this webhook for now.
  virtual void forget(const std::string& webhook) = 0;
};

}  // namespace ironbus
