#pragma once

#include "gateways/http/transport/client_budget.hpp"

namespace ironbus::http {

/// The part of the budget that one connection uses. The destructor releases all of it. Used by one
/// thread at a time.
class client_share {
public:
  /// `budget` must outlive this object. Without an address only the limits for all clients apply.
  client_share(client_budget& budget, const connection_peer& peer);
  client_share(client_budget& budget, const ip_address& peer)
      : client_share(budget, connection_peer{peer}) {}
  ~client_share() { leave(); }
  client_share(const client_share&) = delete;
  client_share& operator=(const client_share&) = delete;

  /// Counts the connection for its address. False if the address has too many.
  bool join();
  /// Counts the connection for the client that a PROXY header names. False if that client has too
  /// many.
  bool become(const ip_address& client);
  /// Releases everything now, as the destructor would.
  void leave();
  /// Sets the client for which bodies count from now on. Call it only while nothing is held.
  void set_client(const request& head);

  /// Whether a trusted proxy is at the other end.
  bool trusted() const { return trusted_; }
  /// The address of the connection.
  const std::optional<ip_address>& address() const { return address_; }

  /// The client for which bodies count. Unset: a client that its proxy does not name.
  const std::optional<ip_address>& client() const { return client_; }
  /// The whole address of the client, see request::client.
  const std::optional<ip_address>& client_host() const { return client_host_; }

  /// Whether a body of so many bytes would exceed a limit now.
  std::optional<overuse> lacks(uint64_t bytes) const;
  /// Sets the size of the body. If that is rejected, the previous size stays.
  std::optional<overuse> hold(size_t bytes);
  void hold_anyway(size_t bytes);
  void release() { hold_anyway(0); }

  void count(overuse why) { budget_.count(why); }

  /// See client_budget. `leave` ends the handshake.
  bool begin_handshake();
  void end_handshake();
  void count(handshake_failure why) { budget_.count(why); }
  void count_refused_proxy() { budget_.count_refused_proxy(); }

private:
  static size_t counted(uint64_t bytes);
  void set_peer(const connection_peer& peer);

  client_budget& budget_;
  std::optional<ip_address> address_;
  std::optional<ip_address> peer_;  ///< For the limits.
  bool trusted_ = false;
  bool joined_ = false;
  bool counted_ = false;  ///< For its address.
  bool shakes_hands_ = false;
  std::optional<ip_address> client_;
  std::optional<ip_address> client_host_;
  size_t held_ = 0;
};

}  // namespace ironbus::http
