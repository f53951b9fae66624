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

/// A call for the writing connection.
struct write_call {
  /// Runs within the group's transaction if `writes`. If it throws `database_error`, its changes
  /// are rolled back and it runs once more.
  std::function<void(database&)> work;
  /// Called once, after the transaction is on disk or with the failure.
  std::function<void(const std::optional<failure>&)> finish;
  bool writes = true;
  /// No caller waits for it: it runs with the next urgent call, or after a short time.
  bool patient = false;
};

/// Group commit: one thread runs all queued calls in one transaction, so that they share one disk
/// sync. If a call fails, the transaction is rolled back and each call runs alone.
class write_thread {
public:
  /// `rolled_back` is called on the thread after a rollback, `failed` for each error that makes a
  /// call fail.
  write_thread(
      database& file, size_t batch_max, std::function<void()> rolled_back,
      std::function<void(const database_error&)> failed = [](const database_error&) {});
  /// Completes the queued calls, then stops the thread.
  ~write_thread();

  write_thread(const write_thread&) = delete;
  write_thread& operator=(const write_thread&) = delete;

  /// Callable from any thread. Calls run and finish in order.
  void put(write_call write_call);

  /// For a running call: why a write was rejected a few seconds ago. Unset if none was.
  std::optional<failure> recent_refusal() const;

private:
  struct progress {
    write_call call;
    std::optional<failure> error;
    bool in_transaction = false;  ///< It shares the outcome of the current transaction.
    bool done = false;            ///< It writes nothing and has run.
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
  /// Records and reports the error.
  failure failed(const database_error& why, bool nothing_done);

  database& file_;
  const size_t batch_max_;
  const std::function<void()> rolled_back_;
  const std::function<void(const database_error&)> failed_;
  std::optional<failure> refusal_;  ///< This and the next are used by the thread only.
  std::chrono::steady_clock::time_point refused_at_;
  kept_statement begin_;
  kept_statement commit_;
  std::mutex mutex_;  ///< Guards the next three members.
  std::deque<write_call> inbox_;
  size_t impatient_ = 0;  ///< Of the inbox.
  bool stop_ = false;
  std::condition_variable wake_up_;
  std::thread thread_;
};

}  // namespace ironbus::sqlite
