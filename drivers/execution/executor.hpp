#pragma once

#include "drivers/execution/executor_options.hpp"
#include "drivers/port/lease.hpp"
#include "drivers/registry/registry.hpp"
#include "messages/base/time.hpp"
#include "messages/model/policy.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/membership.hpp"
#include "messages/ports/step_claims.hpp"

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <functional>
#include <memory>

namespace ironbus {

using drained_callback = std::function<void(size_t left)>;

/// The role `driver`: receives step requests and power sync requests from the bus, has drivers
/// execute them, and sends the outcomes to the nodes.
///
/// Guarantees: a step is claimed in the store before a driver gets it, so a repeated request does
/// not repeat the step. Its outcome is stored before it is published, and published before the
/// request is acked, so no crash loses it. If the store or the bus is unavailable, the executor
/// waits. It acts only under its own lease: without a lease it starts nothing. After a lapse it
/// stops all work and claims the steps again under the next lease.
///
/// Call start, drain and the destructor on one thread. Everything else runs on threads of the
/// io_context.
class executor {
public:
  /// The ports must outlive the executor. `drivers` should use the same io_context.
  executor(boost::asio::io_context& io, bus& messages, membership& processes, step_claims& claims,
           const registry& drivers, lease_ptr held, const clock& time, policy_ptr policy,
           executor_options options = {});
  executor(const executor&) = delete;
  executor& operator=(const executor&) = delete;
  /// Stops at once. Nothing more is acked or published, so other workers take over the work.
  ~executor();

  /// Subscribes. Call once. Steps start when the bus delivers requests.
  void start();

  /// Accepts no new work and returns requests that have not started. `done` is called once, on a
  /// thread of the io_context: when all running steps have ended, or at the limit. It receives the
  /// number of steps that still run. Those stay unacked and get no further action.
  void drain(std::chrono::milliseconds limit, drained_callback done);

  /// Call it when the store has restarted: it writes the claims of running steps and the outcomes
  /// of the last minute again. Callable on any thread, also after the executor's end.
  std::function<void()> restart_listener();

  const executor_counters& counters() const;

private:
  class core;
  std::shared_ptr<core> core_;
};

}  // namespace ironbus
