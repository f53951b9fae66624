#pragma once

#include <chrono>
#include <cstdint>
#include <span>

namespace ironbus {

/// Source of time and randomness of this process: the host. A simulation replaces it, so that a run
/// depends only on a seed. Callable on any thread; must not throw.
class host_source {
public:
  using steady_time = std::chrono::steady_clock::time_point;

  virtual ~host_source() = default;

  virtual std::chrono::system_clock::time_point system_now() const;
  virtual steady_time steady_now() const;
  /// Time since the host started, including suspensions (CLOCK_BOOTTIME).
  virtual std::chrono::nanoseconds boot_now() const;
  /// A caller waits until that time; a source that simulates time needs to know.
  virtual void note_wait(steady_time until) const;
  /// Fills the span with cryptographically secure random bytes.
  virtual void fill(std::span<uint8_t> bytes) const;

  /// The source in use.
  static const host_source& current();
  /// Replaces the source; null: the host again. The source must outlive its use.
  static void replace(const host_source* other);
};

/// A clock like std::chrono::steady_clock, of the source in use. All waits and measurements use it.
struct steady_clock {
  using duration = std::chrono::steady_clock::duration;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::steady_clock::time_point;
  static constexpr bool is_steady = true;

  static time_point now() noexcept { return host_source::current().steady_now(); }
};

}  // namespace ironbus
