#pragma once

#include "messages/base/host_source.hpp"

#include <algorithm>
#include <array>
#include <chrono>

namespace ironbus {

/// Pauses between retries: each is twice the last, up to a maximum, and up to a quarter shorter at
/// random. So a fleet of daemons does not reconnect to a broker at the same moment.
class backoff {
public:
  backoff(std::chrono::milliseconds min, std::chrono::milliseconds max)
      : min_(min), max_(max), next_(min) {}

  std::chrono::milliseconds next() {
    auto full = next_;
    next_ = std::min(max_, next_ * 2);
    std::array<uint8_t, 1> chance{};
    host_source::current().fill(chance);
    return full - full * (chance[0] % 26) / 100;
  }
  void reset() { next_ = min_; }

private:
  std::chrono::milliseconds min_, max_, next_;
};

}  // namespace ironbus
