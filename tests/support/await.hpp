#pragma once

#include <chrono>
#include <thread>

namespace ironbus::test {

/// Asks again and again about the state of another process or of the clock, which tells nobody when
/// it changes, and gives up after `limit`; whether it came true. What this process does is awaited
/// with a condition variable or a future instead.
template <class Condition>
bool fulfilled(Condition condition, std::chrono::seconds limit = std::chrono::seconds{30}) {
  const auto until = std::chrono::steady_clock::now() + limit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
  return true;
}

}  // namespace ironbus::test
