#pragma once

#include "messages/platform/metric_registry.hpp"
#include "messages/ports/listings.hpp"

#include <chrono>
#include <functional>
#include <mutex>
#include <vector>

namespace ironbus::daemon {

/// Nodes by provision state, as the store has them: what it says is right whichever process the
/// nodes are with, and after any restart. The store is asked by whoever scrapes, one question at a
/// time, and its answer is good for some seconds. Thread safe.
class node_census {
public:
  using clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds age_max{5};

  /// The family of one metric, which has no samples if the store does not answer.
  using callback = std::function<void(metrics::family)>;

  /// `records` must outlive this, and be closed before it ends.
  explicit node_census(listings& records, std::function<clock::time_point()> now = clock::now);

  static constexpr std::string_view metric_name = "ironbus_nodes";

  /// Calls at once if an answer is at hand, else on a thread of the store's.
  void ask(callback done);

private:
  void take(const result<std::vector<uint64_t>>& counts);

  listings& records_;
  const std::function<clock::time_point()> now_;
  std::mutex mutex_;
  std::optional<metrics::family> answer_;
  clock::time_point answered_;
  std::vector<callback> waiting_;
};

}  // namespace ironbus::daemon
