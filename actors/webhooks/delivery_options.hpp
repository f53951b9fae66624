#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace ironbus {

/// How events are delivered to webhooks. Names in comments are the options' names (section
/// webhooks).
struct delivery_options {
  uint64_t attempts_max = 20;                        ///< Then an event is a dead letter (attempts).
  std::chrono::milliseconds retry_first{1000};       ///< The pause doubles each time (retry_first).
  std::chrono::milliseconds retry_longest{300'000};  ///< retry_longest.
  uint64_t dead_letters_max = 1000;                  ///< Of one webhook (max_dead_letters).
};

}  // namespace ironbus
