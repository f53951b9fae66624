#pragma once

#include "gateways/http/transport/client_budget.hpp"

namespace ironbus::http {

/// What one connection holds of the budget. It gives all of it back when it ends, however that
/// comes about. Used by one thread at a time.
class client_share {
public:
  /// `budget` must outlive this. No `peer`: the socket was gone before it could be asked.
  client_share(client_budget& budget, const std::optional<ip_address>& peer);
  ~client_share() { leave(); }
  client_share(const client_share&) = delete;
  client_share& operator=(const client_share&) = delete;

  /// Whether the connection is one too many of its address.
  bool join();
  /// Gives all back now; the end does so by itself.
  void leave();
  /// For whom bodies count from now on; nothing may be held.
  void speak_for(const request& head);

  /// Whose connection it is.
  const std::optional<ip_address>& address() const { return address_; }

  /// For whom they count; unset: a proxy's client that it does not name.
  const std::optional<ip_address>& client() const { return client_; }

  /// Whether a body of so many bytes would be too large now.
  std::optional<overuse> lacks(uint64_t bytes) const;
  /// The body has so many bytes now. If that is refused, what was held before is still held.
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
  bool counted_ = false;  ///< As one of its address.
  std::optional<ip_address> client_;
  size_t held_ = 0;
};

}  // namespace ironbus::http
