#pragma once

#include "messages/base/trace_context.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace ironbus {

class lease;

/// The step on whose behalf a machine is called. Spans of the calls use it.
struct call_origin {
  trace_context step;  ///< The parent span of the calls.
  std::string node;    ///< UUID of the node.
  std::string name;    ///< Name of the step, INTERFACE.NAME.
};

/// Calls to a machine that it does not answer, or only with server errors.
struct unanswered_calls {
  std::string host;                               ///< "192.0.2.1:443"
  std::chrono::steady_clock::time_point since{};  ///< The start of the first of them.
  std::string error;                              ///< Of the last ended one; empty: none has ended.
};

/// The right to call one machine, for a step, a probe or a power reading. Check it before every
/// call. The kit does so and calls no machine without one. A permit belongs to the incarnation that
/// issued it: once that lease has expired, the permit stays refused, even if the worker gets
/// a new lease. Copies share one state. Thread-safe.
class permit {
public:
  /// Whether the machine may be called now. Counts and remembers a refusal.
  bool check() const;
  /// Like check, for code that calls no machine: does not count or remember a refusal.
  bool holds() const;
  /// Whether a call was refused. If so, the driver's outcome says nothing about the machine.
  bool has_refused() const;
  /// Refuses all further calls, because the step was cancelled or belongs to another worker.
  void revoke() const { given_->revoked = true; }
  /// The origin of the calls, for traces. Null: not traced.
  const call_origin* origin() const { return given_->origin.get(); }
  /// For the node's operator: a call to the host begins, and has ended with an answer (an empty
  /// text) or an error.
  void call_begins(const std::string& host) const;
  void call_ended(std::string error) const;
  /// Unset: the machine has answered the last call, or was not called yet.
  std::optional<unanswered_calls> unanswered() const;
  /// The owner, "<member name>/<incarnation>".
  const std::string& owner() const { return given_->owner; }

private:
  friend class lease;

  struct given_permit {
    std::shared_ptr<lease> source;
    uint64_t term;
    std::string owner;
    std::shared_ptr<const call_origin> origin;
    std::atomic<bool> revoked = false;
    std::atomic<bool> refused = false;
    std::mutex calls_mutex;
    std::optional<unanswered_calls> calls;
  };

  explicit permit(std::shared_ptr<given_permit> given) : given_{std::move(given)} {}

  std::shared_ptr<given_permit> given_;
};

/// Message that replaces the machine's answer if the call was refused.
inline constexpr const char* permit_refused =
    "Machine not called: the lease of this driver worker expired, or the step was cancelled.";

}  // namespace ironbus
