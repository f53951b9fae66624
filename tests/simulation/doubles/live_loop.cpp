#include "tests/simulation/doubles/live_loop.hpp"

namespace ironbus::simulation {

live_loop::live_loop() : thread_{[this] { run(); }} {}

void live_loop::stop() {
  {
    const hold guard{*this};
    stopping_ = true;
  }
  if (thread_.joinable()) thread_.join();
}

void live_loop::run() {
  using clock = std::chrono::steady_clock;
  const auto begin = clock::now();
  std::unique_lock lock{mutex_};
  while (!stopping_) {
    events_.run_until(clock::now() - begin);
    changed_.notify_all();
    if (const auto next = events_.next())
      changed_.wait_until(lock, begin + *next);
    else
      changed_.wait(lock);
  }
}

}  // namespace ironbus::simulation
