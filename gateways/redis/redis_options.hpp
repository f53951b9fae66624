#pragma once

#include "messages/platform/tls_client.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace ironbus {

/// Settings of the Redis store.
struct redis_options {
  /// As redis::parse_url reads it.
  std::string url = "redis://127.0.0.1:6379/0";
  /// Of the Sentinels that the URL names, whose login is not that of the servers. No password: they
  /// are asked without a login; no user: their default one.
  std::string sentinel_user{};
  std::string sentinel_password{};
  /// Of a URL with TLS.
  tls_client_options tls{};
  /// Before every key, so that services may share a database. It must not be changed once used.
  std::string prefix = "ironbus:";
  /// How long to wait for a connection and for each answer of its handshake.
  std::chrono::milliseconds connect_timeout{1000};
  /// How long to wait for the next answer; then everything under way is `unavailable`.
  std::chrono::milliseconds command_timeout{5000};
  /// Pause after the first failed connection; doubled with each further one up to the maximum.
  std::chrono::milliseconds retry_min{20};
  std::chrono::milliseconds retry_max{1000};
  /// Replicas that must have a write before it counts as done; else it is `unavailable`, and may
  /// hold or not. 0: none.
  uint32_t wait_replicas = 0;
  /// How long to wait for them.
  std::chrono::milliseconds wait_timeout{1000};
  /// How long after a restart of the server no step is begun or taken over: as long as a worker may
  /// act that has not heard of it.
  std::chrono::seconds claims_rest{6};
  /// From the end of one examination of all entries to the next, whichever process makes them; 0:
  /// none is made.
  std::chrono::seconds check_period = std::chrono::hours{1};
  /// How many commands travel together. More only adds latency.
  size_t batch_max = 256;
};

}  // namespace ironbus
