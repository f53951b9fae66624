#pragma once

#include "messages/base/trace_context.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace ironbus {

class lease;

/// On whose behalf machines are called, for the spans of the calls.
struct call_origin {
  trace_context step;  ///< The span that they are part of.
  std::string node;    ///< Its UUID.
  std::string name;    ///< Of the step, INTERFACE.NAME.
};

/// The leave to act on one machine: for a step, a probe or a reading of its power. Whoever calls a
/// machine asks it before every call; the kit does, and nothing in it can be called without one.
/// It is bound to the incarnation under which it was given: once the worker's lease has lapsed it
/// is refused for ever, also when there is a new lease. Copies are the same permit. Any thread.
class permit {
public:
  /// Whether the machine may be called now. What it refuses is counted and remembered.
  bool check() const;
  /// The same for whoever calls no machine: nothing is counted or remembered.
  bool holds() const;
  /// Whether a call was refused: then what a driver reports is no news of the machine.
  bool has_refused() const;
  /// It is refused from now on: the step has been given up, or is another worker's.
  void revoke() const { given_->revoked = true; }
  /// Whose trace the calls belong to; null: nobody's.
  const call_origin* origin() const { return given_->origin.get(); }
  /// "<member name>/<incarnation>": who acts.
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
  };

  explicit permit(std::shared_ptr<given_permit> given) : given_{std::move(given)} {}

  std::shared_ptr<given_permit> given_;
};

/// What stands for the answer of a machine that was not called.
inline constexpr const char* permit_refused =
    "Machine not called: the lease of this driver worker expired, or the step was cancelled.";

}  // namespace ironbus
