#pragma once

#include <chrono>
#include <cstdint>
#include <random>

namespace ironbus::simulation {

/// Random numbers that are equal on all platforms for the same seed: the standard specifies the
/// engine, but not its distributions.
class random_stream {
public:
  explicit random_stream(uint64_t seed) : engine_(seed) {}

  uint64_t next() { return engine_(); }
  /// 0 to limit - 1; the limit must be at least 1.
  uint64_t below(uint64_t limit) { return engine_() % limit; }
  bool one_in(uint64_t chances) { return below(chances) == 0; }
  std::chrono::nanoseconds between(std::chrono::nanoseconds least, std::chrono::nanoseconds most) {
    return least + std::chrono::nanoseconds{static_cast<int64_t>(
                       below(static_cast<uint64_t>((most - least).count()) + 1))};
  }
  template <class Container>
  auto& any_of(Container& given) {
    return *std::next(given.begin(), static_cast<std::ptrdiff_t>(below(given.size())));
  }

private:
  std::mt19937_64 engine_;
};

}  // namespace ironbus::simulation
