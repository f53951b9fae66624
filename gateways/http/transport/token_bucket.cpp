#include "gateways/http/transport/token_bucket.hpp"

#include <algorithm>
#include <utility>

namespace ironbus::http {

namespace {

// The maximum fill of an unused bucket.
constexpr double depth_seconds = 0.1;

}  // namespace

double token_bucket::depth() const { return rate_ * depth_seconds; }

void token_bucket::fill(steady_clock::time_point now) {
  const auto since = std::exchange(filled_, now).value_or(now);
  const std::chrono::duration<double> passed = now - since;
  level_ = std::min(depth(), level_ + rate_ * passed.count());
}

void token_bucket::take(uint64_t bytes) {
  if (rate_ > 0) level_ -= static_cast<double>(bytes);
}

}  // namespace ironbus::http
