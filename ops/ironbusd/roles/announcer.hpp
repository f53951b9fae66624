#pragma once

#include "drivers/port/lease.hpp"
#include "messages/ports/membership.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace ironbus::daemon {

/// How often a process says that it is alive, and how long it is believed.
struct announcer_options {
  std::chrono::milliseconds period{2000};
  std::chrono::milliseconds first_period{250};  ///< Until it has succeeded once.
  std::chrono::milliseconds time_to_live{6000};
  /// How long nobody takes over what this process has in work; more than that only where nobody
  /// can.
  std::chrono::milliseconds lease_time{time_to_live};
};

/// Keeps this process on the store's list of members, and thereby notices when the store goes and
/// comes back; flushes the log and gives freed memory back to the system meanwhile. One thread once
/// it is started, which sleeps nearly always. The process's lease, if it has one, lasts by what is
/// announced, and says under which incarnation.
class announcer {
public:
  /// `on_first` is called once, when the store has taken the first announcement.
  announcer(membership& processes, member who, lease_ptr held, std::function<void()> on_first,
            announcer_options options = {});
  ~announcer();
  announcer(const announcer&) = delete;
  announcer& operator=(const announcer&) = delete;

  void start();
  /// Takes the process off the list and ends the thread. Idempotent.
  void stop();

  /// Announces the process once: what the thread does again and again, for who has none.
  void announce();
  /// How long until the next one; 0: at once.
  std::chrono::milliseconds pause();

private:
  void run();
  std::chrono::milliseconds period() const;
  void evaluate(const lease::announcement& announced, const result<std::monostate>& outcome);
  void note(const result<std::monostate>& outcome);

  membership& processes_;
  const member who_;
  const lease_ptr held_;  ///< Null: the process needs none.
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
