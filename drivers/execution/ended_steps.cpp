#include "drivers/execution/ended_steps.hpp"

#include <utility>

namespace ironbus {

namespace {

/// Longer than a store may lose its last writes.
constexpr std::chrono::seconds kept{60};
constexpr size_t ended_bytes_max = 16U << 20U;

size_t size_of(const ended_steps::ended_step& x) {
  return x.key.size() + x.owner.size() + x.outcome.size();
}

}  // namespace

void ended_steps::remember(ended_step x) {
  bytes_ += size_of(x);
  entries_.push_back({std::move(x), clock::now()});
  forget_old();
}

void ended_steps::forget_old() {
  const auto limit = clock::now() - kept;
  while (!entries_.empty() && (entries_.front().when < limit || bytes_ > ended_bytes_max)) {
    bytes_ -= size_of(entries_.front().what);
    entries_.pop_front();
  }
}

void ended_steps::tell_again() {
  forget_old();
  for (const auto& entry : entries_) {
    const auto& x = entry.what;
    claims_.claim_step(x.key, x.owner, claim_purpose::keep, [](const result<step_claim>&) {});
    // Rejected if another worker has the claim, or if it already has an outcome.
    claims_.finish_step(x.key, x.owner, x.outcome, [](const result<std::monostate>&) {});
  }
}

}  // namespace ironbus
