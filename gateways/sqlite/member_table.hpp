#pragma once

#include "messages/ports/membership.hpp"

#include <chrono>
#include <map>
#include <set>
#include <vector>

namespace ironbus::sqlite {

/// The live members, in memory. The file belongs to one process, so members of an earlier process
/// have ended with it. Used by one thread.
class member_table {
public:
  using clock = std::chrono::steady_clock;

  /// False for an incarnation that a newer one has replaced.
  bool announce(member member, std::chrono::milliseconds ttl, clock::time_point now);
  void withdraw(const std::string& name, const std::string& incarnation);
  /// The members whose lease has not expired, by name. Deletes the others.
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
