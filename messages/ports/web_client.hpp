#pragma once

#include "messages/base/errors.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ironbus {

/// How to verify the servers of a web client, by files in PEM.
struct web_trust {
  bool verify = true;              ///< False: accept any certificate.
  std::string ca_file{};           ///< File or folder of authorities; empty: those of the system.
  std::string certificate_file{};  ///< Client certificate with its chain; empty: none.
  std::string key_file{};          ///< The key of that certificate, not encrypted.
};

struct web_client_options {
  /// Name of the server in errors, in lower case: "the identity service".
  std::string peer = "the server";
  web_trust trust{};
  std::chrono::milliseconds connect_timeout{5'000};
  /// From the call to its end, with all retries. The time of a DNS lookup is not limited.
  std::chrono::milliseconds time_limit{30'000};
  /// Maximum of attempts: for servers that cannot be reached, and for a GET also for lost
  /// connections and the status 502, 503 and 504.
  uint32_t attempts_max = 1;
  size_t answer_bytes_max = size_t{1} << 20;  ///< Larger answers fail.
};

enum class web_method : uint8_t { get, post, count_ };

/// Names of headers are case-insensitive.
using web_headers = std::vector<std::pair<std::string, std::string>>;

struct web_request {
  web_method method = web_method::get;
  std::string url;  ///< http or https, without user and fragment; a query is allowed.
  /// In addition to Host, User-Agent, Connection and Content-Length, which the client sets.
  web_headers headers{};
  std::string body{};
};

struct web_answer {
  unsigned status = 0;
  web_headers headers{};
  std::string body{};
};

/// Sends HTTP requests of the gateway to one kind of server. Thread safe. Redirects are failures.
class web_client {
public:
  /// The answer, whatever its status. Failures: `invalid` (not sent, because the request or the
  /// trust is wrong, or the answer is not usable), `unavailable` (not sent, because the server
  /// cannot be reached), `timeout` (sent, without a complete answer). Their texts contain neither
  /// headers nor bodies.
  using callback = std::function<void(result<web_answer>)>;

  /// Cancels all requests. No callback runs any more. Not to be called from a callback.
  virtual ~web_client() = default;

  /// Calls `done` once, on a thread of the client, or at once if the URL is invalid. The callback
  /// must not block.
  virtual void send(web_request asked, callback done) = 0;
};

/// Makes a client. The daemon provides it.
using web_client_factory = std::function<std::unique_ptr<web_client>(web_client_options)>;

}  // namespace ironbus
