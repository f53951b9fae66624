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

/// Where a RabbitMQ is and who we are there. Never log `password`.
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

/// Reads `amqp://[user[:password]@]host[:port][/vhost]`, or `amqps://…` for TLS, percent-encoded
/// where needed; what is left out has the default above, but the port 5671 with TLS, and a path of
/// "/" alone is the vhost "/". `invalid` with a sentence that never repeats the password.
result<amqp_address> parse_amqp_url(std::string_view url);

/// How to reach the broker and how hard to press it.
struct amqp_options {
  std::string url = "amqp://guest:guest@127.0.0.1:5672/";
  /// Of a URL with TLS.
  tls_client_options tls{};
  /// We log in by our certificate (EXTERNAL) instead of with a password.
  bool login_by_certificate = false;
  /// Shown by the broker's management pages.
  std::string connection_name = "ironbus";

  /// Silence after which either side gives the other up (twice this on ours). A frozen owner of a
  /// shard keeps it for about three of these; shorter ones break on a busy host.
  std::chrono::seconds heartbeat{5};
  /// Of a connection with its TLS handshake.
  std::chrono::milliseconds connect_timeout{3000};
  /// Of the login; a frozen broker accepts the connection and says nothing.
  std::chrono::milliseconds handshake_timeout{5000};
  /// Of one declaration.
  std::chrono::milliseconds rpc_timeout{5000};
  std::chrono::milliseconds backoff_min{50};
  std::chrono::milliseconds backoff_max{2000};
  /// What stop() grants to publishes still pending.
  std::chrono::milliseconds stop_timeout{3000};

  /// Upper limit of any subscription's prefetch.
  uint16_t prefetch_max = 1000;
  /// Publishes sent and not yet confirmed; more wait here. Beyond 1024 only the delay grows.
  size_t unconfirmed_max = 1024;
  /// Larger bodies fail with `too_large`. The broker takes no larger ones by itself, and a step may
  /// carry a config drive of 64 MiB beside what is known of its node.
  size_t body_bytes_max = 128 * 1024 * 1024;
  /// How long a publish may wait for company, 0–5 ms. Raises throughput, costs latency.
  std::chrono::microseconds publish_window{0};
  /// The same for acks, which nobody waits for.
  std::chrono::microseconds ack_window{2000};

  /// Deliveries of one message before a quorum queue moves it to the dead letters.
  int delivery_limit = 20;
  /// Oldest dead letters are dropped beyond this.
  int64_t dead_letters_max = 100'000;
  /// An own queue drops its oldest beyond this, so that a slow follower cannot fill the broker.
  int64_t own_queue_length_max = 100'000;
  /// The event log keeps this long and at most this much.
  std::chrono::hours event_log_age{72};
  int64_t event_log_bytes_max = 4LL * 1024 * 1024 * 1024;

  /// Of topics, for what others than we read: plain JSON. Declared as those do, who may do so
  /// first; one that is there in another form serves as it is. Empty: there is none.
  std::string notification_exchange{};
  bool notification_exchange_is_durable = false;
};

/// What a login by certificate needs: TLS, a certificate, and no user beside it. `invalid` begins
/// with the option's name.
result<std::monostate> check_login(const amqp_address& where, const amqp_options& how);

/// Checks every option; the address on success, `invalid` with the option's name otherwise.
result<amqp_address> validate(const amqp_options& amqp_options);

}  // namespace ironbus
