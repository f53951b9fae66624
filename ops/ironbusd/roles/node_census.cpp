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
  const bool asked = waiting_.size() > 1;
  lock.unlock();
  if (asked) return;
  gathered_.clear();
  failed_ = false;
  ask_store(0);
}

void node_census::ask_store(size_t number) {
  const auto& what = tallies_[number];
  records_.count(
      "nodes", what.column, what.values,
      [this, number](const result<std::vector<uint64_t>>& counts) { take(number, counts); });
}

void node_census::take(size_t number, const result<std::vector<uint64_t>>& counts) {
  const auto& what = tallies_[number];
  if (counts && number == 0) nodes_ = std::accumulate(counts->begin(), counts->end(), uint64_t{0});
  failed_ = failed_ || !counts;
  gathered_[what.metric] = shown(what, counts);
  number + 1 < tallies_.size() ? ask_store(number + 1) : answer();
}

/// All values, also those without a node: a series that comes and goes cannot be alarmed on.
metrics::family node_census::shown(const tally& what, const result<std::vector<uint64_t>>& counts) {
  metrics::family out{metrics::kind::gauge, what.help};
  if (!counts || counts->size() != what.values.size()) return out;
  auto left = nodes_;
  for (size_t i = 0; i < what.values.size(); ++i) {
    const auto labels =
        what.label.empty() ? metrics::labels{} : metrics::labels{{what.label, what.values[i]}};
    out.by_labels[labels].value = static_cast<double>((*counts)[i]);
    left -= std::min(left, (*counts)[i]);
  }
  if (!what.rest.empty())
    out.by_labels[{{what.label, what.rest}}].value = static_cast<double>(left);
  return out;
}

/// A failure is not kept: the next scrape asks again.
void node_census::answer() {
  const auto answer = std::exchange(gathered_, {});
  std::unique_lock lock{mutex_};
  answer_.reset();
  if (!failed_) answer_ = answer;
  answered_ = now_();
  const auto waiting = std::exchange(waiting_, {});
  lock.unlock();
  for (const auto& done : waiting) done(answer);
}

}  // namespace ironbus::daemon
