#pragma once

#include "messages/base/host_source.hpp"
#include "messages/ports/step_claims.hpp"

#include <chrono>
#include <cstddef>
#include <deque>
#include <string>

namespace ironbus {

/// How the steps of the last minute ended, so that a store that has forgotten its last writes can
/// be told again: whoever is asked for such a step once more finds its outcome, and no machine is
/// asked to do it twice. Used on the executor's strand only.
class ended_steps {
public:
  struct ended_step {
    std::string key;
    std::string owner;
    std::string outcome;
  };

  explicit ended_steps(step_claims& claims) : claims_{claims} {}

  void remember(ended_step x);
  /// Says of each that the store knows without its outcome, or not at all, how it ended.
  void tell_again();

private:
  using clock = steady_clock;

  struct entry {
    ended_step what;
    clock::time_point when;
  };

  void forget_old();

  step_claims& claims_;
  std::deque<entry> entries_;  ///< The oldest first.
  size_t bytes_ = 0;
};

}  // namespace ironbus
