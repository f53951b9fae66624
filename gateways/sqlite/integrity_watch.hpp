#pragma once

#include "gateways/sqlite/database/database.hpp"
#include "gateways/sqlite/file_condition.hpp"

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

namespace ironbus::sqlite {

/// Looks whether the file is whole, on a thread of the lowest urgency and a connection of its own:
/// all pages once at the start, then from time to time table by table, with pauses four times as
/// long as the looking; and each second whether it is still in its place.
class integrity_watch {
public:
  using clock = std::chrono::steady_clock;

  /// `period`: from the end of one examination to the next; 0: only the one at the start.
  integrity_watch(const std::filesystem::path& file, file_condition& condition,
                  std::chrono::seconds period);
  /// Interrupts what is under way.
  ~integrity_watch();

  integrity_watch(const integrity_watch&) = delete;
  integrity_watch& operator=(const integrity_watch&) = delete;

  /// Waits for the end of the first examination, or `limit` at most.
  void await_first(std::chrono::milliseconds limit);

private:
  void run();
  void examine_all();
  void examine_table(const std::string& name);
  /// False: the end has come.
  bool wait_until(clock::time_point moment);
  bool is_ending();
  template <class Look>
  void guarded(const Look& look);

  database file_;
  file_condition& condition_;
  const std::chrono::seconds period_;
  metrics::counter checks_{
      {"ironbus_store_checks_total", "Completed examinations of the whole store."}};
  std::mutex mutex_;  ///< Guards the next two.
  bool ending_ = false;
  bool first_done_ = false;
  std::condition_variable changed_;
  std::thread thread_;
};

}  // namespace ironbus::sqlite
