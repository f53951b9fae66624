#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>

namespace ironbus::http {

/// Limits the heartbeats of an agent, because each leads to a request to the agent. Its node
/// receives at most one per interval, and always the last. Thread safe. Actions run on the caller's
/// thread.
class heartbeat_throttle {
public:
  using time_point = std::chrono::steady_clock::time_point;
  using action = std::function<void()>;

  explicit heartbeat_throttle(std::chrono::milliseconds interval) : interval_{interval} {}

  /// Runs `tell` at once, or in the first `open` after the interval if the node has had a heartbeat
  /// within it. If a newer heartbeat replaces this one, `passed_over` runs instead.
  void enter(const std::string& node, time_point now, action tell, action passed_over);

  /// Runs the actions whose interval has passed. Call it once per interval.
  void open(time_point now);

private:
  struct pending_node {
    time_point published;
    action tell{};  ///< Empty: none is waiting.
    action passed_over{};
  };

  const std::chrono::milliseconds interval_;
  std::mutex mutex_;
  std::unordered_map<std::string, pending_node>
      pending_;  ///< Nodes with a heartbeat within about an interval.
};

}  // namespace ironbus::http
