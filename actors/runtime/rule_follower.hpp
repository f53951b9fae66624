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

/// Keeps a registry as the store's rules are: reads them all at the beginning, after the bus was
/// away, when the store has restarted and now and then, and each one when an event says that it has
/// changed. An actor with a system of its own, as a gateway has no other.
class rule_follower {
public:
  /// `health` is that of the store of the records; `report` is told of what the operator must look
  /// at. What is handed in must outlive it. Without threads nothing runs but by the scheduler.
  rule_follower(bus& messages, listings& records, store_health& health, rule_registry& rules,
                std::function<void(const std::string&)> report, size_t threads = 1);
  ~rule_follower();
  rule_follower(const rule_follower&) = delete;
  rule_follower& operator=(const rule_follower&) = delete;

  /// Subscribes; call before bus::start.
  void start();
  /// Idempotent; callbacks that come later do nothing.
  void stop();

  /// Of its actor, once it has been started.
  caf::scheduler::abstract_coordinator& scheduler();

private:
  class impl;
  std::unique_ptr<impl> impl_;
};

}  // namespace ironbus::inspection
