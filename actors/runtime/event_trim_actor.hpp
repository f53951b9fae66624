#pragma once

#include "actors/runtime/environment.hpp"
#include "actors/runtime/protocol.hpp"

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

#include <memory>

namespace ironbus {

/// Keeps the event log within its retention: checks once a minute, deletes without a pause while
/// there is more to delete, then measures it for the metrics. Several conductors may do so at once.
class event_trim_state {
public:
  static inline constexpr const char* name = "event trimmer";

  using pointer = runtime::event_trim_actor::stateful_pointer<event_trim_state>;

  explicit event_trim_state(pointer self) : self_{self} {}

  runtime::event_trim_actor::behavior_type start(std::shared_ptr<environment> env);

private:
  void trim();
  void measure();
  void rest(const result<event_page>& log);

  pointer self_;
  std::shared_ptr<environment> env_;
};

runtime::event_trim_actor::behavior_type event_trim_behavior(event_trim_state::pointer self,
                                                             std::shared_ptr<environment> env);

}  // namespace ironbus
