#pragma once

#include "messages/contract/step_durations.hpp"
#include "messages/ports/store.hpp"

#include <functional>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace ironbus {

/// Learns from the log of events how long steps take, and keeps it in the store: a page of the log
/// at a time, each event once. Each record says up to where it has learned, so it does no harm if
/// several processes do so, or one dies in the middle.
class duration_learner {
public:
  /// Runs a piece of work later, one after the other: what the store calls back goes on there.
  using executor = std::function<void(std::function<void()>)>;
  /// How a round has ended: whether there is more to learn at once.
  using ending = std::function<void(bool more)>;

  duration_learner(store& records, executor later);

  /// One round after the other.
  void learn(ending done);

private:
  /// What one page says of one kind of runs.
  struct lesson {
    step_durations kind;
    std::vector<std::pair<uint64_t, double>> runs;  ///< Position of the event, seconds.
  };

  template <class T>
  store_callback<T> then(void (duration_learner::*part)(result<T>));

  void listed_kinds(result<std::vector<listed>> rows);
  void load_cursor();
  void cursor_loaded(result<stored> record);
  void page_read(result<event_page> page);
  void next_lesson();
  void kind_loaded(result<stored> record);
  void committed(commit_result version);
  void save_cursor();
  void end(bool more);

  store& records_;
  const executor later_;
  ending done_;
  bool knows_kinds_ = false;
  std::unordered_set<std::string> kinds_;  ///< Keys of what has been learned.
  uint64_t cursor_version_ = 0;
  std::string log_;
  uint64_t position_ = 0;  ///< Up to here everybody has learned.
  uint64_t reached_ = 0;   ///< And this is where the page ends.
  bool more_ = false;
  std::vector<lesson> lessons_;  ///< Of the page, those that are left.
};

/// What an event says of a run that ended well; unset: nothing.
std::optional<std::pair<step_durations, double>> read_run(const event_record& event);

}  // namespace ironbus
