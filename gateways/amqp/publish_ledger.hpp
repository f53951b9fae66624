#pragma once

#include "messages/ports/bus.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>

namespace ironbus::amqp {

/// A publish whose caller waits for its result.
struct pending_publish {
  outgoing message;
  bus::publish_callback done;
  bool fail_fast = false;
};

/// Tracks the waiting and the unconfirmed publishes, and assigns confirms to them. Pure; one
/// thread.
///
/// The broker numbers the publishes of a connection from 1 and confirms numbers. When the
/// connection ends, the unconfirmed ones return to the front in order.
class publish_ledger {
public:
  /// Receives every completed publish. The ledger is consistent during the call.
  using sink = std::function<void(pending_publish, result<std::monostate>)>;

  explicit publish_ledger(sink finished) : finished_(std::move(finished)) {}

  void add(pending_publish x) { waiting_.push_back(std::move(x)); }
  size_t waiting() const { return waiting_.size(); }
  size_t unconfirmed() const { return unconfirmed_.size(); }
  bool idle() const { return waiting_.empty() && unconfirmed_.empty(); }

  /// The next publish to send; only if waiting() > 0.
  const outgoing& next() const { return waiting_.front().message; }
  /// Call it after the next publish was written to the connection.
  void sent();

  /// The broker found no queue for a mandatory message; its confirm follows. False if no such
  /// message is unconfirmed.
  bool returned(const std::string& id, const std::string& exchange, const std::string& key);
  /// A confirm, or with `taken` false a reject. Returns how many publishes it settles.
  size_t confirmed(uint64_t number, bool multiple, bool taken);

  /// The connection has ended. Fails the `fail_fast` publishes; the others wait again, in order.
  void disconnected(const std::string& why);
  /// The broker accepts nothing at the moment. Fails the unsent `fail_fast` publishes.
  void fail_impatient(const std::string& why);
  /// Fails everything.
  void abandon(const std::string& why);

private:
  enum class fate : uint8_t { open, returned, concluded };
  struct flight {
    pending_publish publish;
    fate state = fate::open;
  };

  size_t close(flight& flight, bool taken);

  sink finished_;
  std::deque<pending_publish> waiting_;
  std::deque<flight>
      unconfirmed_;  ///< The first one has the number first_; it is never a settled one.
  uint64_t first_ = 1;
};

}  // namespace ironbus::amqp
