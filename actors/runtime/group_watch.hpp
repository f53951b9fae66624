#pragma once

#include "messages/base/host_source.hpp"
#include "messages/ports/process_description.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <string>

namespace ironbus {

/// Tracks the conductor groups that driver workers serve in the store's list of members. A group
/// counts as served for a while after it was last seen, so a restart of a worker does not matter.
class group_watch {
public:
  using clock = steady_clock;

  static constexpr std::chrono::seconds absence_tolerated{15};

  explicit group_watch(clock::time_point now) : begun_(now) {}

  /// Takes the current list and returns the result, as served().
  std::shared_ptr<const served_groups> take(const std::vector<member>& members,
                                            clock::time_point now);

  /// Null while it is unknown: since the start, a short time ago, no worker was seen.
  const std::shared_ptr<const served_groups>& served() const { return served_; }

private:
  const clock::time_point begun_;
  std::map<std::string, clock::time_point, std::less<>> last_seen_;
  std::shared_ptr<const served_groups> served_;
};

}  // namespace ironbus
