#include "ops/simulator/redfish/sessions.hpp"

#include <algorithm>

namespace ironbus::simulator {

const session* session_list::open(std::string user, std::string token, timestamp now) {
  forget_old(now);
  if (all_.size() >= most_) return nullptr;
  all_.push_back({std::to_string(++made_), std::move(token), std::move(user), now});
  return &all_.back();
}

const session* session_list::use(std::string_view token, timestamp now) {
  forget_old(now);
  const auto found = std::ranges::find(all_, token, &session::token);
  if (found == all_.end()) return nullptr;
  found->used = now;
  return &*found;
}

bool session_list::close(std::string_view id) {
  return std::erase_if(all_, [&](const session& x) { return x.id == id; }) > 0;
}

void session_list::forget_old(timestamp now) {
  std::erase_if(all_, [&](const session& x) { return x.used + timeout_ <= now; });
}

}  // namespace ironbus::simulator
