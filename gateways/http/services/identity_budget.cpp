#include "gateways/http/services/identity_budget.hpp"

#include <algorithm>
#include <cmath>

namespace ironbus::http {

namespace {

/// The time until a level reaches one request.
std::chrono::seconds time_until_one(double level, double rate) {
  return std::chrono::seconds{std::max<int64_t>(1, std::llround(std::ceil((1 - level) / rate)))};
}

}  // namespace

double identity_budget::depth() const {
  const auto burst =
      limits_.requests_burst > 0 ? limits_.requests_burst : limits_.requests_per_second;
  return static_cast<double>(burst);
}

std::optional<identity_overuse> identity_budget::lacks(const std::string& user, time_point now) {
  std::lock_guard hold{mutex_};
  return judge(usage_of(user, now));
}

std::optional<identity_overuse> identity_budget::take(const std::string& user, time_point now,
                                                      place& out) {
  std::lock_guard hold{mutex_};
  auto& mine = usage_of(user, now);
  if (auto why = judge(mine)) return why;
  if (limits_.requests_per_second > 0) mine.level -= 1;
  ++*mine.running;
  out = place{nullptr, [running = mine.running](void*) { --*running; }};
  return std::nullopt;
}

size_t identity_budget::users() const {
  std::lock_guard hold{mutex_};
  return users_.size();
}

identity_budget::usage& identity_budget::usage_of(const std::string& user, time_point now) {
  auto* found = users_.find(user);
  if (found == nullptr)
    return users_.put(user, {depth(), now, std::make_shared<std::atomic<size_t>>(0)});
  const std::chrono::duration<double> passed = now - found->filled;
  const auto rate = static_cast<double>(limits_.requests_per_second);
  found->level = std::min(depth(), found->level + rate * std::max(0.0, passed.count()));
  found->filled = std::max(found->filled, now);
  return *found;
}

std::optional<identity_overuse> identity_budget::judge(const usage& mine) const {
  const auto rate = limits_.requests_per_second;
  if (rate > 0 && mine.level < 1)
    return identity_overuse{"api.requests_per_second_per_user", rate,
                            time_until_one(mine.level, static_cast<double>(rate))};
  if (limits_.requests_at_once > 0 && *mine.running >= limits_.requests_at_once)
    return identity_overuse{"api.requests_at_once_per_user", limits_.requests_at_once,
                            std::chrono::seconds{1}};
  return std::nullopt;
}

}  // namespace ironbus::http
