#include "gateways/sqlite/member_table.hpp"

namespace ironbus::sqlite {

bool member_table::announce(member x, std::chrono::milliseconds ttl, clock::time_point now) {
  if (ended_.contains({x.name, x.incarnation})) return false;
  auto found = entries_.find(x.name);
  if (found != entries_.end() && found->second.until > now &&
      found->second.who.incarnation != x.incarnation)
    ended_.emplace(x.name, found->second.who.incarnation);
  auto name = x.name;
  entries_.insert_or_assign(std::move(name), entry{std::move(x), now + ttl});
  return true;
}

void member_table::withdraw(const std::string& name, const std::string& incarnation) {
  auto found = entries_.find(name);
  if (found != entries_.end() && found->second.who.incarnation == incarnation)
    entries_.erase(found);
}

std::vector<member> member_table::alive(clock::time_point now) {
  std::erase_if(entries_, [&](const auto& x) { return x.second.until <= now; });
  std::vector<member> found;
  for (const auto& [name, x] : entries_) found.push_back(x.who);
  return found;
}

}  // namespace ironbus::sqlite
