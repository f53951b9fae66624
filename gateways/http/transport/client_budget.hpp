#pragma once

#include "gateways/http/listening/handshake_failure.hpp"
#include "gateways/http/transport/file_traffic.hpp"
#include "gateways/http/transport/message.hpp"
#include "messages/platform/metrics.hpp"
#include "messages/platform/network.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

namespace ironbus::http {

/// Limits for all clients together and for each one, over all listeners of a process.
struct client_limits {
  size_t connections_per_address_max = 1'000;
  /// Of all bodies, from the first byte of a request to the last byte of its response. Bodies up to
  /// `small_body_bytes` do not count, so small requests are still served when large ones use the
  /// limit.
  size_t body_bytes_max = 256 * 1024 * 1024;
  size_t body_bytes_per_address_max = 64 * 1024 * 1024;
  /// Trusted proxies may have any number of connections. Their bodies count for the client that
  /// they name, see forwarded.hpp.
  std::vector<ip_network> trusted_proxies;
  bool trusts_unix_socket = false;  ///< Connections to a Unix socket are of a trusted proxy.
  size_t handshakes_max = 1'000;    ///< TLS handshakes at once; further connections are closed.
  file_bandwidth files{};
};

/// The other end of a connection.
struct connection_peer {
  /// Unset: of a Unix socket, or the connection ended before its address was read.
  std::optional<ip_address> address;
  bool is_local = false;  ///< Of a Unix socket.
};

/// The maximum size of a head, which each connection may hold anyway.
inline constexpr size_t small_body_bytes = 16 * 1024;

/// Why a client was rejected or disconnected.
enum class overuse : uint8_t {
  connections,
  address_connections,
  bodies,
  address_bodies,
  slow_body,
  slow_follower,
  slow_file,
  count_  ///< Not a reason: the number of reasons.
};

/// The answer for an overuse.
struct overuse_answer {
  std::string_view name;  ///< In metrics.
  unsigned status;        ///< 503 if all clients together use too much, 429 if one does.
  std::string_view sentence;
};
const overuse_answer& answer_to(overuse x);

/// Counts the resources that clients of the process use. A client is an IPv4 address or an IPv6 /64
/// network. Thread safe.
class client_budget {
public:
  explicit client_budget(client_limits limits)
      : limits_(std::move(limits)), files_(limits_.files) {}

  bool trusts(const ip_address& proxy) const;
  /// Whether the peer is a trusted proxy.
  bool trusts(const connection_peer& peer) const;
  /// Counts another connection of a client until `give_connection`. False if the client has too
  /// many.
  bool take_connection(const ip_address& client);
  void give_connection(const ip_address& client);
  /// Counts the start or the end of a connection of any client.
  void note_begin() { ++connections_; }
  void note_end() { --connections_; }
  /// Counts bytes unless the limit would be exceeded. Without a client: bytes of a proxy that names
  /// none.
  std::optional<overuse> take_bytes(const std::optional<ip_address>& client, size_t bytes);
  /// Counts bytes even above the limit, for an answer that must be sent.
  void take_bytes_anyway(const std::optional<ip_address>& client, size_t bytes);
  void give_bytes(const std::optional<ip_address>& client, size_t bytes);
  /// Whether so many more bytes would exceed a limit now.
  std::optional<overuse> lacks(const std::optional<ip_address>& client, size_t bytes) const;

  file_traffic& files() { return files_; }

  void count(overuse why) { ++refused_[static_cast<size_t>(why)]; }

  /// Counts a TLS handshake until `end_handshake`. False if too many are running.
  bool begin_handshake();
  void end_handshake() { --handshakes_; }
  void count(handshake_failure why) { ++handshake_failures_[static_cast<size_t>(why)]; }
  /// Counts a connection without a valid PROXY header, or of a peer that may not send one.
  void count_refused_proxy() { ++refused_proxies_; }

  size_t body_bytes() const;
  size_t addresses() const;  ///< The number of clients that use something.

private:
  struct held {
    size_t connections = 0;
    size_t bytes = 0;
  };
  using holders = std::map<ip_address, held>;

  std::optional<overuse> judge(const std::optional<ip_address>& client, size_t bytes) const;
  void add(const std::optional<ip_address>& client, size_t bytes);
  void forget_if_idle(holders::iterator one);

  const client_limits limits_;
  file_traffic files_;
  mutable std::mutex mutex_;  ///< Guards the next two members.
  holders holders_;
  size_t bytes_ = 0;
  metrics::gauge connections_{{"ironbus_http_connections", "Client connections of all listeners."}};
  metrics::gauge shown_bytes_{
      {"ironbus_http_body_bytes", "Bytes of the bodies of running requests and responses."}};
  metrics::labelled<metrics::counter_value> refused_{
      {"ironbus_http_overuse_total",
       "Requests rejected or connections closed because a client used too much."},
      static_cast<size_t>(overuse::count_),
      [](size_t i) {
        return metrics::labels{{"reason", std::string{answer_to(static_cast<overuse>(i)).name}}};
      }};
  std::atomic<size_t> handshakes_{0};
  metrics::labelled<metrics::counter_value> handshake_failures_{
      {"ironbus_tls_handshake_failures_total", "TLS handshakes of clients that failed."},
      static_cast<size_t>(handshake_failure::count_),
      [](size_t i) {
        return metrics::labels{
            {"reason", std::string{failure_name(static_cast<handshake_failure>(i))}}};
      }};
  metrics::counter refused_proxies_{{"ironbus_http_proxy_headers_refused_total",
                                     "Connections closed because they had no valid PROXY header, "
                                     "or were not of a trusted proxy."}};
};

/// The address that counts for a client: an IPv4 address or the first 64 bits of an IPv6 address.
ip_address client_address(const ip_address& peer);

}  // namespace ironbus::http
