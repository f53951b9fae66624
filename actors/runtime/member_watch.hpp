#pragma once

#include "messages/ports/store.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace ironbus {

/// Says when the shards have to be checked: now and then, and at once when a member has gone or the
/// broker may have given shards away. Shared with callbacks that may come when the conductor has
/// ended.
class member_watch {
public:
  enum class task : uint8_t { look, check_and_look, end };

  /// Waits for the next task; a check that was asked for ends the wait.
  task await(std::chrono::milliseconds interval);
  void ask_for_check();
  /// Takes what the store has found; asks for a check if somebody is missing.
  void take(const result<std::vector<member>>& members);
  /// False if it has ended before.
  bool end();

private:
  using clock = std::chrono::steady_clock;

  std::mutex mutex_;
  std::condition_variable wake_;
  bool ended_ = false;
  bool check_now_ = true;
  clock::time_point next_full_check_ = clock::now();
  std::set<std::string> members_;
};

}  // namespace ironbus
