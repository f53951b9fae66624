#include "tests/simulation/core/simulated_host.hpp"

namespace ironbus::simulation {

namespace {

using std::chrono::nanoseconds;

/// Start date of simulations: arbitrary but constant.
constexpr std::chrono::sys_days first_day{std::chrono::year{2026} / 1 / 1};
constexpr nanoseconds up_before = std::chrono::hours{1};

}  // namespace

simulated_host::simulated_host(const event_loop& loop, uint64_t seed) : loop_{loop}, random_{seed} {
  replace(this);
}

simulated_host::~simulated_host() { replace(nullptr); }

std::chrono::system_clock::time_point simulated_host::system_now() const {
  return first_day + loop_.now() + current_->wall_offset;
}

simulated_host::steady_time simulated_host::steady_now() const {
  return steady_time{up_before + loop_.now() - current_->suspended};
}

nanoseconds simulated_host::boot_now() const { return up_before + loop_.now(); }

void simulated_host::note_wait(steady_time until) const {
  if (current_->wake_after) current_->wake_after(until - steady_now());
}

void simulated_host::fill(std::span<uint8_t> bytes) const {
  for (auto& byte : bytes) byte = static_cast<uint8_t>(random_.next());
}

}  // namespace ironbus::simulation
