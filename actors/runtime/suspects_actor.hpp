#pragma once

#include "actors/runtime/protocol.hpp"
#include "actors/runtime/suspects.hpp"
#include "messages/ports/step_claims.hpp"

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

#include <memory>
#include <string>

namespace ironbus {

struct suspects_state {
  static inline constexpr const char* name = "suspects";

  std::unique_ptr<suspects> all;
};

/// suspects with its notes in the store; `process` names the owner and must be unique.
runtime::suspects_actor::behavior_type suspects_behavior(
    runtime::suspects_actor::stateful_pointer<suspects_state> self, step_claims* notes,
    std::string process);

}  // namespace ironbus
