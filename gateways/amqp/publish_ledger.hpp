#pragma once

#include "messages/ports/bus.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>

namespace ironbus::amqp {

/// A publish that its caller still waits for.
struct pending_publish {
  outgoing message;
  bus::publish_callback done;
  bool fail_fast = false;
};

/// Which publishes wait, which are on their way, and which confirm means which. Pure; one thread.
///
/// The broker numbers the publishes of a connection from 1 and confirms numbers. What is
/// unconfirmed when the connection ends goes back to the front in its order.
class publish_ledger {
public:
  /// Told about every publish that is over, while the ledger is at rest.
  using sink = std::function<void(pending_publish, result<std::monostate>)>;

  explicit publish_ledger(sink finished) : finished_(std::move(finished)) {}

  void add(pending_publish x) { waiting_.push_back(std::move(x)); }
  size_t waiting() const { return waiting_.size(); }
  size_t unconfirmed() const { return unconfirmed_.size(); }
  bool idle() const { return waiting_.empty() && unconfirmed_.empty(); }

  /// The next one to send; only if waiting() > 0.
  const outgoing& next() const { return waiting_.front().message; }
  /// It has been written to the connection.
  void sent();

  /// The broker found no queue for a mandatory message; its confirm follows.
  /// False if no such message is on its way.
  bool returned(const std::string& id, const std::string& exchange, const std::string& key);
  /// A confirm, or with `taken` false a refusal; returns how many publishes it settles.
  size_t confirmed(uint64_t number, bool multiple, bool taken);

  /// The connection is gone: those that would rather fail do, the rest waits again, in order.
  void disconnected(const std::string& why);
  /// The broker takes nothing for now: fails what would rather fail and has not been sent.
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
      unconfirmed_;  ///< The first one is number first_; never begins with a settled one.
  uint64_t first_ = 1;
};

}  // namespace ironbus::amqp
