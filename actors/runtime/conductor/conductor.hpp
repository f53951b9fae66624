#pragma once

#include "actors/inspection/processing/engine.hpp"
#include "actors/node/base/context.hpp"
#include "actors/runtime/conductor_counters.hpp"
#include "actors/runtime/runtime_options.hpp"
#include "messages/base/time.hpp"
#include "messages/events/webhook_sender.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/store.hpp"

#include <memory>

namespace caf::scheduler {
class abstract_coordinator;
}

namespace ironbus {

/// The role that owns nodes: one actor for each node and each shard, fed by the bus, saved in the
/// store. All arguments must outlive it. Without `receivers` no webhook receives events.
class conductor {
public:
  conductor(bus& messages, store& records, const driver_catalog& drivers,
            const inspection::engine& inspecting, const clock& time, policy_ptr policy,
            conductor_options options, runtime_options runtime,
            webhook_sender* receivers = nullptr);
  ~conductor();

  conductor(const conductor&) = delete;
  conductor& operator=(const conductor&) = delete;

  /// Subscribes to every shard; call before bus::start.
  void start();
  /// Finishes running decisions, accepts no new messages, and ends the actors. Unacknowledged
  /// messages go to another conductor.
  void stop();

  const conductor_counters& counters() const;
  /// With runtime_options::threads 0: runs the actors.
  caf::scheduler::abstract_coordinator& scheduler();

private:
  class impl;
  std::unique_ptr<impl> impl_;
};

}  // namespace ironbus
