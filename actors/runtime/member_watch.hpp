#pragma once

#include "messages/base/host_source.hpp"
#include "messages/ports/membership.hpp"

#include <chrono>
#include <set>
#include <string>
#include <vector>

namespace ironbus {

/// Decides when the shards must be checked: at the start, periodically, and when a member has left
/// or the broker may have reassigned shards.
class member_watch {
public:
  using clock = steady_clock;

  /// The longest time that a shard may have no owner if its conductor has only lost its connection:
  /// the broker does not announce to which consumer it gives a queue.
  static constexpr std::chrono::seconds check_all_interval{10};

  /// Whether the check is due; it then counts as done.
  bool take_check(clock::time_point now);
  void ask_for_check() { check_now_ = true; }
  /// Takes the result of the store. Returns true, and schedules a check, if a member is missing.
  bool take(const result<std::vector<member>>& members);

private:
  bool check_now_ = true;
  clock::time_point next_full_check_;
  std::set<std::string> members_;
};

}  // namespace ironbus
