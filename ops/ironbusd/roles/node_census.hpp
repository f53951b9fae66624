#pragma once

#include "messages/platform/metric_registry.hpp"
#include "messages/ports/listings.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::daemon {

/// Nodes by provision state, driver, fault and so on, as the store has them: what it says is right
/// whichever process the nodes are with, and after any restart. The store is asked by whoever
/// scrapes, all questions at once, and its answers are good for some seconds. Thread safe.
class node_census {
public:
  using clock = std::chrono::steady_clock;
  using families = std::map<std::string, metrics::family>;
  static constexpr std::chrono::seconds age_max{5};

  /// A column of nodes that is counted. The first one is that of all nodes.
  struct tally {
    std::string metric;
    std::string help;
    std::string column;
    std::string label;                ///< Empty: the metric has none, and there is one value.
    std::vector<std::string> values;  ///< All are shown, also those without a node.
    std::string rest;  ///< What nodes with another value or none are; empty: nothing.
  };

  /// By metric; one that the store does not answer has no samples.
  using callback = std::function<void(const families&)>;

  /// `records` must outlive this, and be closed before it ends.
  node_census(listings& records, std::vector<tally> tallies,
              std::function<clock::time_point()> now = clock::now);

  /// Calls at once if an answer is at hand, else on a thread of the store's.
  void ask(callback done);

private:
  void ask_store(size_t number);
  void take(size_t number, const result<std::vector<uint64_t>>& counts);
  bool is_whole() const;
  families shown() const;
  static metrics::family shown(const tally& what,
                               const std::optional<std::vector<uint64_t>>& counts, uint64_t nodes);

  listings& records_;
  const std::vector<tally> tallies_;
  const std::function<clock::time_point()> now_;
  std::mutex mutex_;  ///< Guards all that follows.
  std::optional<families> answer_;
  clock::time_point answered_;
  std::vector<callback> waiting_;
  // Of the questions under way: what has been counted, by the places of the tallies, and how many
  // have not been answered.
  std::vector<std::optional<std::vector<uint64_t>>> counts_;
  size_t left_ = 0;
};

}  // namespace ironbus::daemon
