#pragma once

#include "drivers/ramdisk/http/web_address.hpp"
#include "messages/platform/tls_limits.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace ironbus::ramdisk {

/// Timeouts, TLS limits, and whether to verify the server's certificate (by the ramdisk's
/// authorities).
struct web_rules {
  bool insecure = false;
  std::chrono::seconds connect_timeout{30};
  std::chrono::seconds silence_max{60};  // between two parts of a response
  tls_limits tls = {};
};

struct web_request {
  std::string method = "GET";
  web_address address;
  std::map<std::string, std::string> headers;
  std::string body;
};

struct web_answer {
  int status = 0;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;                            // empty if it went to a receiver
};

/// Receives the head of the response before the body. False ends the exchange.
using head_receiver = std::function<bool(const web_answer&)>;
/// Receives a part of the body. An exception ends the exchange and is rethrown.
using body_receiver = std::function<void(const char* bytes, std::size_t size)>;

/// The connection failed, was lost, or was silent for too long. Earlier parts were delivered.
struct web_failure : std::exception {
  explicit web_failure(std::string why) : why_{std::move(why)} {}
  [[nodiscard]] const char* what() const noexcept override { return why_.c_str(); }

private:
  std::string why_;
};

/// Sends one request on a new connection and waits. Does not follow redirects. The body has at most
/// `body_max` bytes. Throws web_failure.
web_answer exchange(const web_request& request, const web_rules& rules,
                    std::size_t body_max = 8 << 20);

/// The same for large bodies: the head first, then the parts as they arrive.
web_answer stream(const web_request& request, const web_rules& rules,
                  const head_receiver& take_head, const body_receiver& take_body);

}  // namespace ironbus::ramdisk
