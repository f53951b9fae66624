#pragma once

#include "messages/ports/logged_event.hpp"
#include "messages/ports/store_callback.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace ironbus {

struct event_query {
  uint64_t after = 0;   ///< Only events with greater positions, in order.
  std::string subject;  ///< Only of this subject; empty: all.
  size_t limit = 1000;
  bool with_size = false;  ///< Also return the size of the log.
};

/// A page of the log, and the state of the log after reading it.
struct event_page {
  std::string log;  ///< The name of the log; another store has another name.
  uint64_t newest = 0;
  /// The log is complete after this position. Before it only the last event of each subject is
  /// kept, unless the subject ended with it.
  uint64_t complete_after = 0;
  std::vector<logged_event> events{};
  // Of all entries, including decisions; only on request.
  uint64_t bytes = 0;
  uint64_t count = 0;
};

/// How much the log keeps.
struct event_retention {
  std::chrono::system_clock::time_point since;  ///< Older events may be deleted.
  uint64_t bytes_max = 0;  ///< The oldest are deleted until the rest has this size.
};

struct trimmed_events {
  uint64_t removed = 0;
  bool more = false;  ///< More can be deleted: call again.
};

/// The events of all commits, in commit order. A commit assigns each event a position that is never
/// used again. Positions grow and may have gaps, even if the store has lost its last commits. A
/// reader that continues after its last position misses no event.
class event_log {
public:
  template <class T>
  using callback = store_callback<T>;

  virtual ~event_log() = default;

  virtual void read_events(event_query x, callback<event_page> done) = 0;

  /// Deletes a limited number of events that are too old or too many.
  virtual void trim_events(event_retention x, callback<trimmed_events> done) = 0;
};

/// How many events one call of `trim_events` examines.
inline constexpr size_t events_trimmed_at_once = 1000;

}  // namespace ironbus
