#include "gateways/sqlite/member_table.hpp"

namespace ironbus::sqlite {

bool member_table::announce(member member, std::chrono::milliseconds ttl, clock::time_point now) {
  if (ended_.contains({member.name, member.incarnation})) return false;
  auto found = entries_.find(member.name);
  if (found != entries_.end() && found->second.until > now &&
      found->second.who.incarnation != member.incarnation)
    ended_.emplace(member.name, found->second.who.incarnation);
  auto name = member.name;
  entries_.insert_or_assign(std::move(name), entry{std::move(member), now + ttl});
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
