#include "gateways/http/access/sign_in_throttle.hpp"

#include "messages/crypto/digest.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

using std::chrono::seconds;

// How long a good sign-in exempts its address from the user's limit.
constexpr std::chrono::hours trust{24};

std::string address_key(const ip_address& address) {
  return "a" + std::string{reinterpret_cast<const char*>(address.data()), address.size()};
}

/// Of a fixed size, because clients choose the name.
std::string user_key(std::string_view user) { return "u" + sha256_of(user); }

}  // namespace

sign_in_throttle::sign_in_throttle(throttle_options options) : options_(options) {}

seconds sign_in_throttle::wait_for(const key& one, size_t failures_max, time_point now) const {
  const auto found = failures_.find(one);
  if (found == failures_.end()) return seconds{0};
  const auto allowed = now + options_.period * static_cast<int64_t>(failures_max - 1);
  if (found->second.forgotten <= allowed) return seconds{0};
  return std::chrono::ceil<seconds>(found->second.forgotten - allowed);
}

seconds sign_in_throttle::wait_of(const sender& who, time_point now) const {
  if (options_.failures_max == 0) return seconds{0};
  std::lock_guard guard{mutex_};
  seconds out{0};
  if (who.address)
    out = wait_for(address_key(*who.address), options_.failures_max * options_.per_address, now);
  if (who.user.empty()) return out;
  const auto user = user_key(who.user);
  if (who.address) {
    const auto found = trusted_.find(user + address_key(*who.address));
    if (found != trusted_.end() && now < found->second) return out;
  }
  return std::max(out, wait_for(user, options_.failures_max, now));
}

void sign_in_throttle::count(const key& one, time_point now) {
  auto& it = failures_[one];
  it.forgotten = std::max(it.forgotten, now) + options_.period;
}

void sign_in_throttle::note_failure(const sender& who, time_point now) {
  if (options_.failures_max == 0) return;
  std::lock_guard guard{mutex_};
  if (who.address) count(address_key(*who.address), now);
  if (!who.user.empty()) count(user_key(who.user), now);
  make_room(now);
}

void sign_in_throttle::note_success(const sender& who, time_point now) {
  if (options_.failures_max == 0 || who.user.empty() || !who.address) return;
  std::lock_guard guard{mutex_};
  trusted_[user_key(who.user) + address_key(*who.address)] = now + trust;
  make_room(now);
}

/// Forgets what has no effect any more, then whatever is forgotten first.
void sign_in_throttle::make_room(time_point now) {
  const auto shrink = [&](auto& entries, auto until) {
    if (entries.size() <= options_.entries_max) return;
    std::erase_if(entries, [&](const auto& row) { return until(row) <= now; });
    while (entries.size() > options_.entries_max)
      entries.erase(
          std::min_element(entries.begin(), entries.end(),
                           [&](const auto& a, const auto& b) { return until(a) < until(b); }));
  };
  shrink(failures_, [](const auto& row) { return row.second.forgotten; });
  shrink(trusted_, [](const auto& row) { return row.second; });
}

size_t sign_in_throttle::entries() const {
  std::lock_guard guard{mutex_};
  return failures_.size() + trusted_.size();
}

}  // namespace ironbus::http
