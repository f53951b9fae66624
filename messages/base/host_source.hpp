#pragma once

#include <chrono>
#include <cstdint>
#include <span>

namespace ironbus {

/// Where this process has its time and its chance from: the host. A simulation puts another one in
/// its place, so that a run follows from a seed. Any thread; must not throw.
class host_source {
public:
  using steady_time = std::chrono::steady_clock::time_point;

  virtual ~host_source() = default;

  virtual std::chrono::system_clock::time_point system_now() const;
  virtual steady_time steady_now() const;
  /// Time since the host was started, its suspensions included (CLOCK_BOOTTIME).
  virtual std::chrono::nanoseconds boot_now() const;
  /// Somebody wants to be woken then; of use to who makes time pass.
  virtual void note_wait(steady_time until) const;
  /// Fills it with random bytes that nobody can guess.
  virtual void fill(std::span<uint8_t> bytes) const;

  /// The one that holds.
  static const host_source& current();
  /// Puts another one in its place; null: the host again. It outlives its use.
  static void replace(const host_source* other);
};

/// A clock as std::chrono::steady_clock, of the source that holds. All that waits or measures by
/// itself goes by it.
struct steady_clock {
  using duration = std::chrono::steady_clock::duration;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::steady_clock::time_point;
  static constexpr bool is_steady = true;

  static time_point now() noexcept { return host_source::current().steady_now(); }
};

}  // namespace ironbus
