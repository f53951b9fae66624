#include "gateways/http/services/heartbeat_throttle.hpp"

#include <utility>
#include <vector>

namespace ironbus::http {

void heartbeat_throttle::enter(const std::string& node, time_point now, action tell,
                               action passed_over) {
  action next = tell;
  {
    std::lock_guard hold{mutex_};
    auto [place, is_new] = pending_.try_emplace(node, pending_node{now});
    auto& x = place->second;
    if (!is_new && (x.tell || now - x.published < interval_)) {
      x.tell = std::move(tell);
      next = std::exchange(x.passed_over, std::move(passed_over));
    } else {
      x.published = now;
    }
  }
  if (next) next();
}

void heartbeat_throttle::open(time_point now) {
  std::vector<action> due;
  {
    std::lock_guard hold{mutex_};
    for (auto found = pending_.begin(); found != pending_.end();) {
      auto& x = found->second;
      if (now - x.published < interval_) {
        ++found;
      } else if (x.tell) {
        due.push_back(std::exchange(x.tell, {}));
        x.passed_over = {};
        x.published = now;
        ++found;
      } else {
        found = pending_.erase(found);
      }
    }
  }
  for (auto& tell : due) tell();
}

}  // namespace ironbus::http
