#pragma once

#include "gateways/sqlite/database/database.hpp"
#include "gateways/sqlite/file_condition.hpp"

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

namespace ironbus::sqlite {

/// Checks the file for damage on a low-priority thread with its own connection. It reads all pages
/// once at the start, then from time to time each table, with pauses four times as long as the
/// work. Each second it checks whether the file was moved.
class integrity_watch {
public:
  using clock = std::chrono::steady_clock;

  /// `period`: the time between two examinations; 0: only the one at the start.
  integrity_watch(const std::filesystem::path& file, file_condition& condition,
                  std::chrono::seconds period);
  /// Interrupts the running examination.
  ~integrity_watch();

  integrity_watch(const integrity_watch&) = delete;
  integrity_watch& operator=(const integrity_watch&) = delete;

  /// Waits for the end of the first examination, at most `limit`.
  void await_first(std::chrono::milliseconds limit);

private:
  void run();
  void examine_all();
  void examine_table(const std::string& name);
  /// False when the watch stops.
  bool wait_until(clock::time_point moment);
  bool is_ending();
  template <class Look>
  void guarded(const Look& look);

  database file_;
  file_condition& condition_;
  const std::chrono::seconds period_;
  metrics::counter checks_{
      {"ironbus_store_checks_total", "Completed examinations of the whole store."}};
  std::mutex mutex_;  ///< Guards the next two members.
  bool ending_ = false;
  bool first_done_ = false;
  std::condition_variable changed_;
  std::thread thread_;
};

}  // namespace ironbus::sqlite
