#pragma once

#include "messages/base/errors.hpp"
#include "messages/platform/tls_client.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace ironbus {

/// The address of a RabbitMQ and the login. Never log `password`.
struct amqp_address {
  std::string user = "guest";
  std::string password = "guest";
  std::string host = "127.0.0.1";
  uint16_t port = 5672;
  std::string vhost = "/";
  bool tls = false;
  bool has_login = false;  ///< The URL names a user.

  bool operator==(const amqp_address&) const = default;
};

/// Reads `amqp://[user[:password]@]host[:port][/vhost]`, or `amqps://…` for TLS, with
/// percent-encoding. Missing parts have the defaults above, except that the port is 5671 with TLS.
/// A path of "/" alone is the vhost "/". `invalid` with an error that never contains the password.
result<amqp_address> parse_amqp_url(std::string_view url);

/// The options of the connection to the broker.
struct amqp_options {
  std::string url = "amqp://guest:guest@127.0.0.1:5672/";
  /// For a URL with TLS.
  tls_client_options tls{};
  /// Log in with the client certificate (EXTERNAL) instead of a password.
  bool login_by_certificate = false;
  /// Shown on the broker's management pages.
  std::string connection_name = "ironbus";

  /// The AMQP heartbeat. After a silence either side closes the connection (this side after twice
  /// the time). A frozen owner of a shard keeps it for about three heartbeats. Shorter ones fail on
  /// a busy host.
  std::chrono::seconds heartbeat{5};
  /// For a connection with its TLS handshake.
  std::chrono::milliseconds connect_timeout{3000};
  /// For the login. A frozen broker accepts the connection but does not answer.
  std::chrono::milliseconds handshake_timeout{5000};
  /// For one declaration.
  std::chrono::milliseconds rpc_timeout{5000};
  std::chrono::milliseconds backoff_min{50};
  std::chrono::milliseconds backoff_max{2000};
  /// How long stop() waits for pending publishes.
  std::chrono::milliseconds stop_timeout{3000};

  /// The maximum prefetch of a subscription.
  uint16_t prefetch_max = 1000;
  /// The maximum number of unconfirmed publishes. Further ones wait. Above 1024 only the delay
  /// grows.
  size_t unconfirmed_max = 1024;
  /// Larger bodies fail with `too_large`. The broker's default limit is the same. A step may
  /// contain a config drive of 64 MiB and the data of its node.
  size_t body_bytes_max = 128 * 1024 * 1024;
  /// How long a publish may wait for others, 0–5 ms. More throughput, more latency.
  std::chrono::microseconds publish_window{0};
  /// The same for acks, where latency does not matter.
  std::chrono::microseconds ack_window{2000};

  /// Deliveries of a message before a quorum queue dead-letters it.
  int delivery_limit = 20;
  /// The oldest dead letters above this number are dropped.
  int64_t dead_letters_max = 100'000;
  /// A private queue drops its oldest messages above this number, so a slow consumer cannot fill
  /// the broker.
  /// broker.
  int64_t own_queue_length_max = 100'000;
  /// The event log keeps events for this long, up to the size below.
  std::chrono::hours event_log_age{72};
  int64_t event_log_bytes_max = 4LL * 1024 * 1024 * 1024;

  /// A topic exchange for plain-JSON notifications to other consumers. They may declare it first.
  /// If it exists with other properties, the bus uses it unchanged. Empty: no notifications.
  std::string notification_exchange{};
  bool notification_exchange_is_durable = false;
};

/// Checks the requirements of a login by certificate: TLS, a certificate and a URL without a user.
/// `invalid` starts with the option's name.
result<std::monostate> check_login(const amqp_address& where, const amqp_options& how);

/// Checks every option. Returns the address, or `invalid` with the option's name.
result<amqp_address> validate(const amqp_options& amqp_options);

}  // namespace ironbus
