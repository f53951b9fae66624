#pragma once

#include "messages/base/host_source.hpp"
#include "messages/ports/membership.hpp"

#include <chrono>
#include <set>
#include <string>
#include <vector>

namespace ironbus {

/// Says when the shards have to be checked: at first, now and then, and when a member has gone or
/// the broker may have given shards away.
class member_watch {
public:
  using clock = steady_clock;

  /// So long a shard may have no owner whose conductor has lost its connection and nothing else:
  /// the broker tells nobody to whom it has given a queue.
  static constexpr std::chrono::seconds check_all_interval{10};

  /// Whether the check is due; it then counts as made.
  bool take_check(clock::time_point now);
  void ask_for_check() { check_now_ = true; }
  /// Takes what the store has found; asks for a check, and says so, if somebody is missing.
  bool take(const result<std::vector<member>>& members);

private:
  bool check_now_ = true;
  clock::time_point next_full_check_;
  std::set<std::string> members_;
};

}  // namespace ironbus
