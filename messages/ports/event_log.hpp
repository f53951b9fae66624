#pragma once

#include "messages/ports/logged_event.hpp"
#include "messages/ports/store_callback.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace ironbus {

struct event_query {
  uint64_t after = 0;   ///< Events of greater positions, in their order.
  std::string subject;  ///< Of this one only; empty: of all.
  size_t limit = 1000;
  bool with_size = false;  ///< Also how much the log holds.
};

/// A stretch of the log, and the log as it was when that had been read.
struct event_page {
  std::string log;  ///< Which log it is: another store's has another name.
  uint64_t newest = 0;
  /// What comes after this position is complete. Of what comes before only each subject's last
  /// event is kept, unless the subject has ended with it.
  uint64_t complete_after = 0;
  std::vector<logged_event> events{};
  // Of all that the log keeps, decisions among it; only if asked for.
  uint64_t bytes = 0;
  uint64_t count = 0;
};

/// What the log may keep.
struct event_retention {
  std::chrono::system_clock::time_point since;  ///< Older events may go.
  uint64_t bytes_max = 0;                       ///< The oldest go until the others have so many.
};

struct trimmed_events {
  uint64_t removed = 0;
  bool more = false;  ///< There is more to trim: call again.
};

/// The events of all commits, in the order of the commits. A position is given with the commit and
/// never again; positions grow and may have gaps, also where the store has forgotten its last
/// commits. What reads up to a position and later goes on after it misses none.
class event_log {
public:
  template <class T>
  using callback = store_callback<T>;

  virtual ~event_log() = default;

  virtual void read_events(event_query x, callback<event_page> done) = 0;

  /// Forgets a bounded number of what is older or too much.
  virtual void trim_events(event_retention x, callback<trimmed_events> done) = 0;
};

/// How many events one call of `trim_events` looks at.
inline constexpr size_t events_trimmed_at_once = 1000;

}  // namespace ironbus
