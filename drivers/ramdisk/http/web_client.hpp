#pragma once

#include "drivers/ramdisk/http/web_address.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace ironbus::ramdisk {

/// How long a server may take, and whether its certificate is judged (by the ramdisk's
/// authorities).
struct web_rules {
  bool insecure = false;
  std::chrono::seconds connect_timeout{30};
  std::chrono::seconds silence_max{60};  // between two pieces of an answer
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
  std::string body;                            // empty where it went to a receiver
};

/// Takes the answer's head before its body: false refuses the body, and the exchange ends there.
using head_receiver = std::function<bool(const web_answer&)>;
/// Takes a piece of the body; what it throws ends the exchange and is thrown on.
using body_receiver = std::function<void(const char* bytes, std::size_t size)>;

/// The connection failed, broke off or was silent for too long. What had come until then has been
/// handed over.
struct web_failure : std::exception {
  explicit web_failure(std::string why) : why_{std::move(why)} {}
  [[nodiscard]] const char* what() const noexcept override { return why_.c_str(); }

private:
  std::string why_;
};

/// One request on a connection of its own, waited for; redirects are not followed. The body has at
/// most `body_max` bytes. Throws web_failure.
web_answer exchange(const web_request& request, const web_rules& rules,
                    std::size_t body_max = 8 << 20);

/// The same for large bodies: the head first, then pieces as they come.
web_answer stream(const web_request& request, const web_rules& rules,
                  const head_receiver& take_head, const body_receiver& take_body);

}  // namespace ironbus::ramdisk
