#pragma once

#include "gateways/http/transport/client_budget.hpp"

namespace ironbus::http {

/// The part of the budget that one connection uses. The destructor releases all of it. Used by one
/// thread at a time.
class client_share {
public:
  /// `budget` must outlive this object. Without `peer` the socket was closed before its address was
  /// read.
  client_share(client_budget& budget, const std::optional<ip_address>& peer);
  ~client_share() { leave(); }
  client_share(const client_share&) = delete;
  client_share& operator=(const client_share&) = delete;

  /// Counts the connection for its address. False if the address has too many.
  bool join();
  /// Releases everything now, as the destructor would.
  void leave();
  /// Sets the client for which bodies count from now on. Call it only while nothing is held.
  void set_client(const request& head);

  /// The address of the connection.
  const std::optional<ip_address>& address() const { return address_; }

  /// The client for which bodies count. Unset: a client that its proxy does not name.
  const std::optional<ip_address>& client() const { return client_; }

  /// Whether a body of so many bytes would exceed a limit now.
  std::optional<overuse> lacks(uint64_t bytes) const;
  /// Sets the size of the body. If that is rejected, the previous size stays.
  std::optional<overuse> hold(size_t bytes);
  void hold_anyway(size_t bytes);
  void release() { hold_anyway(0); }

  void count(overuse why) { budget_.count(why); }

private:
  static size_t counted(uint64_t bytes);

  client_budget& budget_;
  const std::optional<ip_address> address_;
  const std::optional<ip_address> peer_;
  const bool trusted_;
  bool joined_ = false;
  bool counted_ = false;  ///< For its address.
  std::optional<ip_address> client_;
  size_t held_ = 0;
};

}  // namespace ironbus::http
