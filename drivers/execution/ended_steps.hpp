#pragma once

#include "messages/base/host_source.hpp"
#include "messages/ports/step_claims.hpp"

#include <chrono>
#include <cstddef>
#include <deque>
#include <string>

namespace ironbus {

/// The outcomes of the last minute. If a store loses its last writes, this object writes them
/// again, so that a repeated request finds its outcome and no machine repeats a step. Used on the
/// executor's strand only.
class ended_steps {
public:
  struct ended_step {
    std::string key;
    std::string owner;
    std::string outcome;
  };

  explicit ended_steps(step_claims& claims) : claims_{claims} {}

  void remember(ended_step x);
  /// Writes the outcome of each step that the store has without an outcome, or not at all.
  void tell_again();

private:
  using clock = steady_clock;

  struct entry {
    ended_step what;
    clock::time_point when;
  };

  void forget_old();

  step_claims& claims_;
  std::deque<entry> entries_;  ///< Oldest first.
  size_t bytes_ = 0;
};

}  // namespace ironbus
