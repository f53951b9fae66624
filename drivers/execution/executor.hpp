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

/// The role `driver`: takes step requests and power surveys from the bus, has drivers carry them
/// out, and tells the nodes.
///
/// Its promises: a step is claimed in the store before a driver hears of it, so a repeated request
/// does not repeat it; its outcome is in the store before it is published, and published before
/// the request is acked, so nobody's death loses it. While store or bus are away it waits. It acts
/// under its own lease only: without one nothing is begun, and once one has lapsed nothing of
/// before goes on; the steps are claimed anew under the next.
///
/// start, drain and the destructor belong to one thread; everything else happens on threads of
/// the io_context.
class executor {
public:
  /// The ports must outlive the executor. `drivers` should use the same io_context.
  executor(boost::asio::io_context& io, bus& messages, membership& processes, step_claims& claims,
           const registry& drivers, lease_ptr held, const clock& time, policy_ptr policy,
           executor_options options = {});
  executor(const executor&) = delete;
  executor& operator=(const executor&) = delete;
  /// Stops at once: nothing is acked or published any more, so others take the work over.
  ~executor();

  /// Subscribes; call once. Steps begin when the bus delivers.
  void start();

  /// Takes no new work and gives back what it has not begun. `done` is called once, on a thread of
  /// the io_context, when all running steps have ended or the limit has passed, with the number of
  /// those that run then: they stay unacked, and nothing is done any more.
  void drain(std::chrono::milliseconds limit, drained_callback done);

  /// To be called when the store has restarted, on any thread, also after the executor's end: says
  /// again whose the steps in hand are, and how those of the last minute ended.
  std::function<void()> restart_listener();

  const executor_counters& counters() const;

private:
  class core;
  std::shared_ptr<core> core_;
};

}  // namespace ironbus
