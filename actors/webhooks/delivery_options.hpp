#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace ironbus {

/// Options of webhook delivery. Comments name the options (section webhooks).
struct delivery_options {
  /// After so many attempts an event becomes a dead letter (attempts).
  uint64_t attempts_max = 20;
  std::chrono::milliseconds retry_first{1000};       ///< The pause doubles each time (retry_first).
  std::chrono::milliseconds retry_longest{300'000};  ///< retry_longest.
  uint64_t dead_letters_max = 1000;                  ///< Of one webhook (max_dead_letters).
};

}  // namespace ironbus
