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

/// Counts the nodes in the store by provision state, driver, fault and so on, independently of the
/// processes that own them. A scrape reads all counts from the store at once; they are cached for
/// age_max. Thread safe.
class node_census {
public:
  using clock = std::chrono::steady_clock;
  using families = std::map<std::string, metrics::family>;
  static constexpr std::chrono::seconds age_max{5};

  /// A counted column of nodes. The first tally counts all nodes.
  struct tally {
    std::string metric;
    std::string help;
    std::string column;
    std::string label;                ///< Empty: the metric has no label and one value.
    std::vector<std::string> values;  ///< All are exported, also those without nodes.
    std::string rest;  ///< Label for nodes with another value or none; empty: not counted.
  };

  /// Families by metric; without an answer of the store a family has no samples.
  using callback = std::function<void(const families&)>;

  /// `records` must outlive this object, and be closed before it is destroyed.
  node_census(listings& records, std::vector<tally> tallies,
              std::function<clock::time_point()> now = clock::now);

  /// Calls `done` at once if the counts are cached, else on a thread of the store.
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
  std::mutex mutex_;  ///< Guards all following members.
  std::optional<families> answer_;
  clock::time_point answered_;
  std::vector<callback> waiting_;
  // For the running queries: the counts so far, by index of the tally, and the number of missing
  // answers.
  std::vector<std::optional<std::vector<uint64_t>>> counts_;
  size_t left_ = 0;
};

}  // namespace ironbus::daemon
