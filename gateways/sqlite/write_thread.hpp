#pragma once

#include "gateways/sqlite/database.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace ironbus::sqlite {

/// Something to do on the writing connection.
struct write_call {
  /// Runs within a savepoint of the group's transaction if `writes`. It may throw `database_error`;
  /// then what it did is undone.
  std::function<void(database&)> work;
  /// Called once: after the transaction is on disk, or with what went wrong.
  std::function<void(const std::optional<failure>&)> finish;
  bool writes = true;
};

/// Group commit: one thread runs all that has gathered as one transaction, so that all of it waits
/// for the disk once.
class write_thread {
public:
  write_thread(database& file, size_t batch_max);
  /// Finishes what has been put in, then ends the thread.
  ~write_thread();

  write_thread(const write_thread&) = delete;
  write_thread& operator=(const write_thread&) = delete;

  /// Any thread may call it. Calls run, and finish, in order.
  void put(write_call x);

private:
  struct progress {
    write_call call;
    std::optional<failure> error;
    bool in_transaction = false;  ///< Its fate is that of the transaction under way.
  };

  void run();
  std::vector<progress> take();
  void run_group(std::vector<progress>& group);
  void run_one(std::vector<progress>& group, progress& x);
  void commit(std::vector<progress>& group);
  void give_up(std::vector<progress>& group, const failure& why);

  database& file_;
  const size_t batch_max_;
  std::mutex mutex_;  ///< Guards the next two.
  std::deque<write_call> inbox_;
  bool stop_ = false;
  std::condition_variable wake_up_;
  std::thread thread_;
};

}  // namespace ironbus::sqlite
