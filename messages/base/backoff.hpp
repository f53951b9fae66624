#pragma once

#include <algorithm>
#include <chrono>
#include <random>

namespace ironbus {

/// Ever longer pauses between attempts, each up to a quarter shorter by chance, so that a fleet of
/// daemons does not return to a broker in one moment.
class backoff {
public:
  backoff(std::chrono::milliseconds min, std::chrono::milliseconds max)
      : min_(min), max_(max), next_(min), random_(std::random_device{}()) {}

  std::chrono::milliseconds next() {
    auto full = next_;
    next_ = std::min(max_, next_ * 2);
    return full - full * std::uniform_int_distribution{0, 25}(random_) / 100;
  }
  void reset() { next_ = min_; }

private:
  std::chrono::milliseconds min_, max_, next_;
  std::minstd_rand random_;
};

}  // namespace ironbus
