#pragma once

#include "gateways/redis/redis_options.hpp"
#include "messages/base/errors.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::redis {

struct server {
  std::string host = "127.0.0.1";
  uint16_t port = 6379;
  bool tls = false;
};

struct login {
  std::string user{};      ///< Empty: the default user.
  std::string password{};  ///< Empty: nobody logs in.
};

/// Where a Redis is and how to log in.
struct endpoint : server, login {
  uint32_t database = 0;
  std::vector<server> sentinels;  ///< Who know where it is; empty: where it says.
  std::string service;            ///< What the sentinels call it.
  login sentinel_login{};
};

/// Reads `redis://[user:password@]host[:port][/database]` or
/// `redis+sentinel://[user:password@]host[:port][,host[:port]]*/service[/database]`, where the
/// hosts are Sentinels and the login is that of the Redis servers. With `rediss` for `redis` all of
/// them are reached over TLS. User and password may be percent-encoded, an IPv6 address stands in
/// brackets. `invalid` says what is wrong and never shows the password.
result<endpoint> parse_url(std::string_view url);

/// What the options say of it: the URL, and the login of its Sentinels.
result<endpoint> target_of(const redis_options& options);

}  // namespace ironbus::redis
