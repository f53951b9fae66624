#pragma once

#include <chrono>
#include <thread>

namespace ironbus::test {

/// Polls a condition of another process or of the clock, at most until `limit`. Returns whether it
/// became true. For conditions of this process use a condition variable or a future instead.
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
