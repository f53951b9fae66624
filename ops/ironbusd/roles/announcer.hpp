#pragma once

#include "drivers/port/lease.hpp"
#include "messages/ports/membership.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace ironbus::daemon {

/// The times of announcements in the store's member list.
struct announcer_options {
  std::chrono::milliseconds period{2000};
  std::chrono::milliseconds first_period{250};  ///< Until the first success.
  std::chrono::milliseconds time_to_live{6000};
  /// How long no other process takes over this process's work. Longer than time_to_live only if no
  /// other process can.
  std::chrono::milliseconds lease_time{time_to_live};
};

/// Announces this process in the store's member list, and so finds out whether the store is
/// reachable. Each announcement renews the process's lease, if it has one, under its incarnation.
/// Also flushes the log and returns freed memory to the system. Runs one thread, which mostly
/// sleeps.
class announcer {
public:
  /// Calls `on_first` once, after the first successful announcement.
  announcer(membership& processes, member who, lease_ptr held, std::function<void()> on_first,
            announcer_options options = {});
  ~announcer();
  announcer(const announcer&) = delete;
  announcer& operator=(const announcer&) = delete;

  void start();
  /// Removes the process from the list and stops the thread. Idempotent.
  void stop();

  /// Announces the process once; for callers without the thread.
  void announce();
  /// The pause before the next announcement; 0: none.
  std::chrono::milliseconds pause();

private:
  void run();
  std::chrono::milliseconds period() const;
  void evaluate(const lease::announcement& announced, const result<std::monostate>& outcome);
  void note(const result<std::monostate>& outcome);

  membership& processes_;
  const member who_;
  const lease_ptr held_;  ///< Null: the process has no lease.
  const std::function<void()> on_first_;
  const announcer_options options_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopped_ = false;
  bool succeeded_ = false;
  bool announce_now_ = false;
  std::string last_error_;
  std::thread thread_;
};

}  // namespace ironbus::daemon
