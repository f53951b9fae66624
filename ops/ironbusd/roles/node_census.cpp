#include "ops/ironbusd/roles/node_census.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ironbus::daemon {

node_census::node_census(listings& records, std::vector<tally> tallies,
                         std::function<clock::time_point()> now)
    : records_(records), tallies_(std::move(tallies)), now_(std::move(now)) {}

void node_census::ask(callback done) {
  std::unique_lock lock{mutex_};
  if (answer_ && now_() - answered_ < age_max) {
    const auto answer = *answer_;
    lock.unlock();
    return done(answer);
  }
  waiting_.push_back(std::move(done));
  if (waiting_.size() > 1) return;
  counts_.assign(tallies_.size(), std::nullopt);
  left_ = tallies_.size();
  lock.unlock();
  for (size_t number = 0; number < tallies_.size(); ++number) ask_store(number);
}

void node_census::ask_store(size_t number) {
  const auto& what = tallies_[number];
  records_.count(
      "nodes", what.column, what.values,
      [this, number](const result<std::vector<uint64_t>>& counts) { take(number, counts); });
}

void node_census::take(size_t number, const result<std::vector<uint64_t>>& counts) {
  std::unique_lock lock{mutex_};
  if (counts && counts->size() == tallies_[number].values.size()) counts_[number] = *counts;
  if (--left_ > 0) return;
  const auto gathered = shown();
  answer_.reset();
  if (is_whole()) answer_ = gathered;  // failures are not cached: the next scrape retries
  answered_ = now_();
  const auto waiting = std::exchange(waiting_, {});
  lock.unlock();
  for (const auto& done : waiting) done(gathered);
}

bool node_census::is_whole() const {
  return std::all_of(counts_.begin(), counts_.end(), [](const auto& x) { return x.has_value(); });
}

node_census::families node_census::shown() const {
  const auto& all = counts_.front();
  const auto nodes = all ? std::accumulate(all->begin(), all->end(), uint64_t{0}) : 0;
  families out;
  for (size_t number = 0; number < tallies_.size(); ++number)
    out[tallies_[number].metric] = shown(tallies_[number], counts_[number], nodes);
  return out;
}

/// All values, also those without nodes: alerts need series that always exist.
metrics::family node_census::shown(const tally& what,
                                   const std::optional<std::vector<uint64_t>>& counts,
                                   uint64_t nodes) {
  metrics::family out{metrics::kind::gauge, what.help};
  if (!counts) return out;
  for (size_t i = 0; i < what.values.size(); ++i) {
    const auto labels =
        what.label.empty() ? metrics::labels{} : metrics::labels{{what.label, what.values[i]}};
    out.by_labels[labels].value = static_cast<double>((*counts)[i]);
    nodes -= std::min(nodes, (*counts)[i]);
  }
  if (!what.rest.empty())
    out.by_labels[{{what.label, what.rest}}].value = static_cast<double>(nodes);
  return out;
}

}  // namespace ironbus::daemon
