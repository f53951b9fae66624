#pragma once

#include "messages/base/errors.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace ironbus::redis {

/// Where a Redis is and how to log in.
struct endpoint {
  std::string host = "127.0.0.1";
  uint16_t port = 6379;
  std::string user;  ///< Empty: the default user.
  std::string password;
  uint32_t database = 0;
};

/// Reads `redis://[user:password@]host[:port][/database]`. User and password may be
/// percent-encoded, an IPv6 address stands in brackets. `invalid` says what is wrong and never
/// shows the password.
result<endpoint> parse_url(std::string_view url);

}  // namespace ironbus::redis
