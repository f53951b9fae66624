#pragma once

#include "messages/base/host_source.hpp"
#include "tests/simulation/core/event_loop.hpp"
#include "tests/simulation/core/random_stream.hpp"

#include <functional>
#include <utility>

namespace ironbus::simulation {

/// The state of one process's clocks.
struct process_clock {
  std::chrono::nanoseconds wall_offset{};  ///< Offset of its host's clock.
  std::chrono::nanoseconds suspended{};    ///< Total time its host was suspended.
  /// Called when something in the process needs to wake up later.
  std::function<void(std::chrono::nanoseconds wait)> wake_after;
};

/// Time and random numbers for all processes of a simulation. It replaces the host's while it
/// exists; only one may exist.
class simulated_host final : public host_source {
public:
  simulated_host(const event_loop& loop, uint64_t seed);
  ~simulated_host() override;
  simulated_host(const simulated_host&) = delete;
  simulated_host& operator=(const simulated_host&) = delete;

  /// While it exists, the clocks of that process are used.
  class running_as {
  public:
    running_as(simulated_host& host, process_clock& clock)
        : host_{host}, before_{std::exchange(host.current_, &clock)} {}
    ~running_as() { host_.current_ = before_; }
    running_as(const running_as&) = delete;
    running_as& operator=(const running_as&) = delete;

  private:
    simulated_host& host_;
    process_clock* before_;
  };

  std::chrono::system_clock::time_point system_now() const override;
  steady_time steady_now() const override;
  std::chrono::nanoseconds boot_now() const override;
  void note_wait(steady_time until) const override;
  void fill(std::span<uint8_t> bytes) const override;

private:
  const event_loop& loop_;
  mutable random_stream random_;
  process_clock own_;  ///< For code outside any process.
  process_clock* current_ = &own_;
};

}  // namespace ironbus::simulation
