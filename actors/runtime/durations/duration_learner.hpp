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

/// Learns from the event log how long steps take, and stores it: one page of the log at a time,
/// each event once. Each record stores the position up to which it has learned. So several
/// processes may learn at once, and one may die in between.
class duration_learner {
public:
  /// Runs work later, one piece after the other; callbacks of the store continue there.
  using executor = std::function<void(std::function<void()>)>;
  /// Called at the end of a round; `more`: there is more to learn at once.
  using ending = std::function<void(bool more)>;

  duration_learner(store& records, executor later);

  /// Runs one round. Rounds must not overlap.
  void learn(ending done);

private:
  /// The runs of one kind on one page.
  struct runs_of_kind {
    step_durations kind;
    std::vector<std::pair<uint64_t, double>> runs;  ///< Position of the event, seconds.
  };

  template <class T>
  store_callback<T> then(void (duration_learner::*part)(result<T>));

  void listed_kinds(result<std::vector<listed>> rows);
  void load_cursor();
  void cursor_loaded(result<stored> record);
  void page_read(result<event_page> page);
  void next_kind();
  void kind_loaded(result<stored> record);
  void committed(commit_result version);
  void save_cursor();
  void end(bool more);

  store& records_;
  const executor later_;
  ending done_;
  bool knows_kinds_ = false;
  std::unordered_set<std::string> kinds_;  ///< Keys of the stored records.
  uint64_t cursor_version_ = 0;
  std::string log_;
  uint64_t position_ = 0;  ///< All records have learned up to here.
  uint64_t reached_ = 0;   ///< The end of the page.
  bool more_ = false;
  std::vector<runs_of_kind> pending_kinds_;  ///< The rest of the page.
};

/// The duration in an event of a successful run; unset: the event has none.
std::optional<std::pair<step_durations, double>> read_run(const event_record& event);

}  // namespace ironbus
