#pragma once

#include "messages/ports/membership.hpp"

#include <chrono>
#include <map>
#include <set>
#include <vector>

namespace ironbus::sqlite {

/// The processes that are alive, in memory: the file belongs to one process, so those that an
/// earlier one knew of are gone with it. Used by one thread.
class member_table {
public:
  using clock = std::chrono::steady_clock;

  /// False for an incarnation that a newer one has ended.
  bool announce(member member, std::chrono::milliseconds ttl, clock::time_point now);
  void withdraw(const std::string& name, const std::string& incarnation);
  /// Those that have renewed in time, by name; forgets the others.
  std::vector<member> alive(clock::time_point now);

private:
  struct entry {
    member who;
    clock::time_point until;
  };

  std::map<std::string, entry> entries_;
  std::set<std::pair<std::string, std::string>> ended_;
};

}  // namespace ironbus::sqlite
