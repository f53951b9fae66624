#pragma once

#include "actors/inspection/processing/rule_registry.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/listings.hpp"
#include "messages/ports/store_health.hpp"

#include <cstddef>
#include <functional>
#include <memory>

namespace caf::scheduler {
class abstract_coordinator;
}

namespace ironbus::inspection {

/// Keeps a registry equal to the store's rules. Reads all rules at the start, after a reconnect of
/// the bus, after a restart of the store, and periodically; reads a single rule when an event
/// reports its change. Has its own actor system, because a gateway has no other.
class rule_follower {
public:
  /// `health` belongs to the store of `records`; `report` receives problems that the operator
  /// should know. All arguments must outlive it. With `threads` 0 only the scheduler runs the
  /// actor.
  rule_follower(bus& messages, listings& records, store_health& health, rule_registry& rules,
                std::function<void(const std::string&)> report, size_t threads = 1);
  ~rule_follower();
  rule_follower(const rule_follower&) = delete;
  rule_follower& operator=(const rule_follower&) = delete;

  /// Subscribes; call before bus::start.
  void start();
  /// Idempotent; later callbacks do nothing.
  void stop();

  /// Of its actor, once it was started.
  caf::scheduler::abstract_coordinator& scheduler();

private:
  class impl;
  std::unique_ptr<impl> impl_;
};

}  // namespace ironbus::inspection
