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
  std::string password{};  ///< Empty: no login.
};

/// The address of a Redis and the login.
struct endpoint : server, login {
  uint32_t database = 0;
  std::vector<server>
      sentinels;        ///< The Sentinels that know the server; empty: the address is the server's.
  std::string service;  ///< The service name at the Sentinels.
  login sentinel_login{};
};

/// Reads `redis://[user:password@]host[:port][/database]` or
/// `redis+sentinel://[user:password@]host[:port][,host[:port]]*/service[/database]`. In the second
/// form the hosts are Sentinels, and the login is that of the Redis servers. With `rediss` instead
/// of `redis` all connections use TLS. User and password may be percent-encoded; an IPv6 address is
/// in brackets. `invalid` names the error and never contains the password.
result<endpoint> parse_url(std::string_view url);

/// The endpoint of the options: the URL and the login of its Sentinels.
result<endpoint> target_of(const redis_options& options);

}  // namespace ironbus::redis
