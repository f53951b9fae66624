#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>

namespace ironbus::http {

/// Heartbeats make work: each leads to a question to the agent. However often an agent calls, its
/// node is told at most once in an interval, and always of its last call. Thread safe; actions run
/// on the caller's thread.
class heartbeat_throttle {
public:
  using time_point = std::chrono::steady_clock::time_point;
  using action = std::function<void()>;

  explicit heartbeat_throttle(std::chrono::milliseconds interval) : interval_{interval} {}

  /// Runs `tell`: at once, or with the first `open` after the interval if the node was told within
  /// it. A newer heartbeat of the node takes its place; then `passed_over` runs instead.
  void enter(const std::string& node, time_point now, action tell, action passed_over);

  /// Tells what has waited long enough; to be called once in an interval.
  void open(time_point now);

private:
  struct pending_node {
    time_point published;
    action tell{};  ///< Empty: none waits.
    action passed_over{};
  };

  const std::chrono::milliseconds interval_;
  std::mutex mutex_;
  std::unordered_map<std::string, pending_node> pending_;  ///< Told within about an interval.
};

}  // namespace ironbus::http
