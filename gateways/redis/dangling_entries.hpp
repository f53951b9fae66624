#pragma once

#include "messages/platform/metrics.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace ironbus::redis {

/// Counts the damaged entries that lists leave out, and logs them from time to time. Used by one
/// thread.
class dangling_entries {
public:
  void add(uint64_t count, const std::string& collection);

private:
  using clock = std::chrono::steady_clock;

  metrics::counter total_{
      {"ironbus_store_entries_astray_total",
       "Index entries that lists left out because they lead to no complete row."}};
  std::optional<clock::time_point> logged_;
};

}  // namespace ironbus::redis
