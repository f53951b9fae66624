#pragma once

#include "actors/runtime/durations/duration_learner.hpp"
#include "actors/runtime/environment.hpp"
#include "actors/runtime/protocol.hpp"

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

#include <memory>

namespace ironbus {

/// Runs a duration_learner every ten seconds, and reads once a minute what all processes have
/// learned, for this conductor's decisions.
class duration_state {
public:
  static inline constexpr const char* name = "durations";

  using pointer = runtime::duration_actor::stateful_pointer<duration_state>;

  explicit duration_state(pointer self) : self_{self} {}

  runtime::duration_actor::behavior_type start(std::shared_ptr<environment> env);

private:
  void learn();
  void read();
  void keep(const std::vector<listed>& rows);

  pointer self_;
  std::shared_ptr<environment> env_;
  std::unique_ptr<duration_learner> learner_;
  uint32_t rounds_ = 0;  ///< Since the last reading.
};

runtime::duration_actor::behavior_type duration_behavior(duration_state::pointer self,
                                                         std::shared_ptr<environment> env);

}  // namespace ironbus
