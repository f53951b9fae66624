#include "gateways/http/access/session/revoked_sessions.hpp"

#include <algorithm>

namespace ironbus::http {

void revoked_sessions::add(const std::string& id, std::chrono::sys_seconds expires,
                           std::chrono::sys_seconds now) {
  std::lock_guard guard{mutex_};
  expires_[id] = expires;
  if (expires_.size() <= entries_max_) return;
  std::erase_if(expires_, [&](const auto& row) { return row.second <= now; });
  if (expires_.size() <= entries_max_) return;
  expires_.erase(
      std::min_element(expires_.begin(), expires_.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; }));
}

bool revoked_sessions::holds(const std::string& id) const {
  std::lock_guard guard{mutex_};
  return expires_.find(id) != expires_.end();
}

size_t revoked_sessions::size() const {
  std::lock_guard guard{mutex_};
  return expires_.size();
}

}  // namespace ironbus::http
