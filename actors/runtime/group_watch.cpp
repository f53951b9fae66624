#include "actors/runtime/group_watch.hpp"

namespace ironbus {

std::shared_ptr<const served_groups> group_watch::take(const std::vector<member>& members,
                                                       clock::time_point now) {
  const served_groups present{members};
  for (const auto& name : present.names()) last_seen_[name] = now;
  if (last_seen_.empty() && now - begun_ < absence_tolerated) return served_;
  std::set<std::string, std::less<>> names;
  for (const auto& [name, seen] : last_seen_)
    if (now - seen < absence_tolerated) names.insert(name);
  served_ = std::make_shared<const served_groups>(std::move(names));
  return served_;
}

}  // namespace ironbus
