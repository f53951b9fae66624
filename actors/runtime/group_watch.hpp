#pragma once

#include "messages/base/host_source.hpp"
#include "messages/ports/process_description.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <string>

namespace ironbus {

/// Knows which conductor groups driver workers serve, by the store's list of members. A worker that
/// restarts is not missed: a group counts as served for a while after it was last seen so.
class group_watch {
public:
  using clock = steady_clock;

  static constexpr std::chrono::seconds absence_tolerated{15};

  explicit group_watch(clock::time_point now) : begun_(now) {}

  /// Takes the list as it is now, and gives what is known then, as served().
  std::shared_ptr<const served_groups> take(const std::vector<member>& members,
                                            clock::time_point now);

  /// Null as long as nobody can know: no worker has been seen since the beginning, which is not
  /// long ago.
  const std::shared_ptr<const served_groups>& served() const { return served_; }

private:
  const clock::time_point begun_;
  std::map<std::string, clock::time_point, std::less<>> last_seen_;
  std::shared_ptr<const served_groups> served_;
};

}  // namespace ironbus
