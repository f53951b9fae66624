#include "ops/ironbusd/roles/node_census.hpp"

#include "messages/model/provision_state.hpp"

#include <utility>

namespace ironbus::daemon {

namespace {

std::vector<std::string> all_states() {
  std::vector<std::string> out;
  out.reserve(static_cast<size_t>(provision_state::count_));
  for (int i = 0; i < static_cast<int>(provision_state::count_); ++i)
    out.emplace_back(to_string(static_cast<provision_state>(i)));
  return out;
}

/// All states, also those without a node: a series that comes and goes cannot be alarmed on.
metrics::family shown(const result<std::vector<uint64_t>>& counts) {
  metrics::family out{metrics::kind::gauge, "Nodes in the store, the same in every process."};
  const auto states = all_states();
  if (counts && counts->size() == states.size())
    for (size_t i = 0; i < states.size(); ++i)
      out.by_labels[{{"state", states[i]}}].value = static_cast<double>((*counts)[i]);
  return out;
}

}  // namespace

node_census::node_census(listings& records, std::function<clock::time_point()> now)
    : records_(records), now_(std::move(now)) {}

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
  records_.count("nodes", "provision_state", all_states(),
                 [this](const result<std::vector<uint64_t>>& counts) { take(counts); });
}

/// A failure is not kept: the next scrape asks again.
void node_census::take(const result<std::vector<uint64_t>>& counts) {
  const auto answer = shown(counts);
  std::unique_lock lock{mutex_};
  answer_.reset();
  if (counts) answer_ = answer;
  answered_ = now_();
  const auto waiting = std::exchange(waiting_, {});
  lock.unlock();
  for (const auto& done : waiting) done(answer);
}

}  // namespace ironbus::daemon
