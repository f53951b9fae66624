#pragma once

#include "gateways/sqlite/database/database.hpp"

#include <chrono>
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
  /// Runs within the group's transaction if `writes`. It may throw `database_error`; then what it
  /// did is undone, and it is run once more.
  std::function<void(database&)> work;
  /// Called once: after the transaction is on disk, or with what went wrong.
  std::function<void(const std::optional<failure>&)> finish;
  bool writes = true;
  /// Nobody waits for it: it goes with the next that cannot wait, or after a moment.
  bool patient = false;
};

/// Group commit: one thread runs all that has gathered as one transaction, so that all of it waits
/// for the disk once. If one of it fails, all is rolled back and done again, each call for itself.
class write_thread {
public:
  /// `rolled_back` is told, on the thread, when something that was done in the file is not;
  /// `failed` of each error that makes a call fail.
  write_thread(
      database& file, size_t batch_max, std::function<void()> rolled_back,
      std::function<void(const database_error&)> failed = [](const database_error&) {});
  /// Finishes what has been put in, then ends the thread.
  ~write_thread();

  write_thread(const write_thread&) = delete;
  write_thread& operator=(const write_thread&) = delete;

  /// Any thread may call it. Calls run, and finish, in order.
  void put(write_call write_call);

  /// For a call that runs: why a write was refused a few seconds ago, if one was.
  std::optional<failure> recent_refusal() const;

private:
  struct progress {
    write_call call;
    std::optional<failure> error;
    bool in_transaction = false;  ///< Its fate is that of the transaction under way.
    bool done = false;            ///< It writes nothing and has been run.
  };
  using calls = std::vector<progress>;

  void run();
  calls take();
  void run_group(calls& group);
  bool run_at_once(calls& group);
  void run_one_by_one(calls& group);
  void run_one(calls& group, progress& progress);
  void begin();
  void commit(calls& group);
  void give_up(calls& group, const failure& why);
  void roll_back();
  /// Notes and reports what went wrong.
  failure failed(const database_error& why, bool nothing_done);

  database& file_;
  const size_t batch_max_;
  const std::function<void()> rolled_back_;
  const std::function<void(const database_error&)> failed_;
  std::optional<failure> refusal_;  ///< This and the next are the thread's own.
  std::chrono::steady_clock::time_point refused_at_;
  kept_statement begin_;
  kept_statement commit_;
  std::mutex mutex_;  ///< Guards the next three.
  std::deque<write_call> inbox_;
  size_t impatient_ = 0;  ///< Of the inbox.
  bool stop_ = false;
  std::condition_variable wake_up_;
  std::thread thread_;
};

}  // namespace ironbus::sqlite
