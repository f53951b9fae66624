#include "actors/runtime/member_watch.hpp"

#include <algorithm>
#include <utility>

namespace ironbus {

bool member_watch::take_check(clock::time_point now) {
  if (!std::exchange(check_now_, false) && now < next_full_check_) return false;
  next_full_check_ = now + check_all_interval;
  return true;
}

bool member_watch::take(const result<std::vector<member>>& members) {
  if (!members) return false;
  std::set<std::string> seen;
  for (const auto& x : *members) seen.insert(x.name + "/" + x.incarnation);
  const bool gone = !std::includes(seen.begin(), seen.end(), members_.begin(), members_.end());
  members_ = std::move(seen);
  if (gone) ask_for_check();
  return gone;
}

}  // namespace ironbus
