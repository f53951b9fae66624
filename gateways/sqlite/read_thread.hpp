#pragma once

#include "gateways/sqlite/database/database.hpp"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace ironbus::sqlite {

/// Runs reads one after the other on a connection of its own, so that a long list delays no commit.
/// It sees what has been committed when the read begins.
class read_thread {
public:
  /// Must not throw.
  using work = std::function<void(database&)>;

  explicit read_thread(database& file);
  /// Finishes what has been put in, then ends the thread.
  ~read_thread();

  read_thread(const read_thread&) = delete;
  read_thread& operator=(const read_thread&) = delete;

  /// Any thread may call it.
  void put(work work);

private:
  void run();

  database& file_;
  std::mutex mutex_;  ///< Guards the next two.
  std::deque<work> inbox_;
  bool stop_ = false;
  std::condition_variable wake_up_;
  std::thread thread_;
};

}  // namespace ironbus::sqlite
