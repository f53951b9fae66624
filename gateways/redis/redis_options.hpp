#pragma once

#include "messages/platform/tls_client.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace ironbus {

/// Settings of the Redis store.
struct redis_options {
  /// In the form of redis::parse_url.
  std::string url = "redis://127.0.0.1:6379/0";
  /// The login of the URL's Sentinels, which differs from the servers' login. No password: no
  /// login. No user: the default user.
  std::string sentinel_user{};
  std::string sentinel_password{};
  /// For a URL with TLS.
  tls_client_options tls{};
  /// The prefix of every key, so that services can share a database. Do not change it for an
  /// existing store.
  std::string prefix = "ironbus:";
  /// The timeout of a connection and of each answer of its handshake.
  std::chrono::milliseconds connect_timeout{1000};
  /// The timeout of an answer. After it, all outstanding calls are `unavailable`.
  std::chrono::milliseconds command_timeout{5000};
  /// The delay after the first failed connection. It doubles after each further one up to the
  /// maximum.
  std::chrono::milliseconds retry_min{20};
  std::chrono::milliseconds retry_max{1000};
  /// Replicas that must confirm a write before it counts as done. Otherwise it is `unavailable`
  /// with an unknown outcome. 0: none.
  uint32_t wait_replicas = 0;
  /// The timeout for replicas.
  std::chrono::milliseconds wait_timeout{1000};
  /// For how long after a restart of the server no step is claimed or taken over: the time in which
  /// a worker that missed the restart may still act.
  std::chrono::seconds claims_rest{6};
  /// The time between two examinations of all entries, by any process. 0: none.
  std::chrono::seconds check_period = std::chrono::hours{1};
  /// The maximum number of commits per batch. More only adds latency.
  size_t batch_max = 256;
};

}  // namespace ironbus
