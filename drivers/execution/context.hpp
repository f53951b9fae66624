#pragma once

#include "drivers/execution/ended_steps.hpp"
#include "drivers/execution/executor_options.hpp"
#include "drivers/execution/liveness.hpp"
#include "drivers/port/lease.hpp"
#include "drivers/registry/registry.hpp"
#include "messages/base/host_source.hpp"
#include "messages/base/time.hpp"
#include "messages/model/policy.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/membership.hpp"
#include "messages/ports/step_claims.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace ironbus {

class step_probe;

/// State shared by the parts of an executor. Used on its strand.
struct execution_context : std::enable_shared_from_this<execution_context> {
  execution_context(boost::asio::io_context& context, bus& messages_, membership& processes_,
                    step_claims& claims_, const registry& drivers_, lease_ptr lease_,
                    const clock& time_, policy_ptr installation, executor_options options_)
      : io{context},
        strand{boost::asio::make_strand(context)},
        messages{messages_},
        processes{processes_},
        claims{claims_},
        drivers{drivers_},
        held{std::move(lease_)},
        time{time_},
        policy{std::move(installation)},
        options{std::move(options_)},
        source{"/ironbus/driver/" + held->name()},
        process_liveness{*this},
        ended{claims_} {}

  boost::asio::io_context& io;
  boost::asio::strand<boost::asio::io_context::executor_type> strand;
  bus& messages;
  membership& processes;
  step_claims& claims;
  const registry& drivers;
  const lease_ptr held;
  const clock& time;
  const policy_ptr policy;
  const executor_options options;
  const std::string source;
  executor_counters counters;
  liveness process_liveness;
  ended_steps ended;
  std::unordered_map<std::string, std::weak_ptr<step_probe>> probes;  ///< Node → its running probe.
  std::unordered_set<std::string> surveyed;  ///< Machines whose power state is being read.
  bool draining = false;  ///< Steps that another worker has are no longer awaited.

  /// Runs `act` on the strand, unless the executor has stopped in the meantime.
  template <class F>
  void post(F act) {
    boost::asio::post(strand, [self = shared_from_this(), act = std::move(act)]() mutable {
      self->perform(act);
    });
  }

  /// A callback that passes its argument to the strand. May be called on any thread and repeatedly.
  template <class F>
  auto back(F act) {
    return [self = shared_from_this(), act = std::move(act)](auto x) {
      self->post([act, x = std::move(x)]() mutable { act(std::move(x)); });
    };
  }

  /// After it returns, no code of the executor runs, and the ports may be destroyed.
  void stop() {
    std::lock_guard guard{mutex_};
    stopped_ = true;
    process_liveness.forget();
  }

  /// Whether a problem that all steps share (store or bus unavailable) may be logged again.
  bool may_log() {
    const auto now = steady_clock::now();
    if (now < quiet_until_) return false;
    quiet_until_ = now + std::chrono::seconds{5};
    return true;
  }

  template <class F>
  void perform(F& act) {
    std::lock_guard guard{mutex_};
    if (!stopped_) act();
  }

private:
  // Recursive, because a callback of drain may destroy the executor.
  std::recursive_mutex mutex_;
  bool stopped_ = false;
  std::chrono::steady_clock::time_point quiet_until_{};
};

}  // namespace ironbus
