#pragma once

#include "gateways/sqlite/database/database.hpp"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace ironbus::sqlite {

/// Runs reads one after the other on its own connection, so that a long list does not delay
/// commits. A read sees the commits before its start.
class read_thread {
public:
  /// Must not throw.
  using work = std::function<void(database&)>;

  explicit read_thread(database& file);
  /// Completes the queued reads, then stops the thread.
  ~read_thread();

  read_thread(const read_thread&) = delete;
  read_thread& operator=(const read_thread&) = delete;

  /// Callable from any thread.
  void put(work work);

private:
  void run();

  database& file_;
  std::mutex mutex_;  ///< Guards the next two members.
  std::deque<work> inbox_;
  bool stop_ = false;
  std::condition_variable wake_up_;
  std::thread thread_;
};

}  // namespace ironbus::sqlite
