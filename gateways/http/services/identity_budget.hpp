#pragma once

#include "gateways/http/access/recent_map.hpp"
#include "messages/base/host_source.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus::http {

/// Limits of one authenticated user, whatever addresses the requests come from. 0: no limit.
struct identity_limits {
  size_t requests_per_second = 0;
  size_t requests_burst = 0;  ///< After a pause; 0: as many as in one second.
  size_t requests_at_once = 0;
};

/// Why a request of a user is rejected.
struct identity_overuse {
  std::string_view option;
  size_t limit;
  std::chrono::seconds retry_after;
};

/// Counts the requests of each user. Knows the most recent users only: a displaced
/// user has a fresh budget. Thread safe.
class identity_budget {
public:
  using time_point = steady_clock::time_point;
  /// A running request. It counts until the last copy is destroyed.
  using place = std::shared_ptr<void>;

  explicit identity_budget(identity_limits limits, size_t users_max = 10'000)
      : limits_(limits), users_(users_max) {}

  bool limits() const { return limits_.requests_per_second > 0 || limits_.requests_at_once > 0; }

  /// Whether a request of the user would be rejected now. Takes nothing.
  std::optional<identity_overuse> lacks(const std::string& user, time_point now);
  /// Counts a request. Sets `out` unless it is rejected.
  std::optional<identity_overuse> take(const std::string& user, time_point now, place& out);

  size_t users() const;

private:
  struct usage {
    double level = 0;  ///< Requests that may start now.
    time_point filled;
    std::shared_ptr<std::atomic<size_t>> running;  ///< Shared with the running requests.
  };

  double depth() const;
  usage& usage_of(const std::string& user, time_point now);
  std::optional<identity_overuse> judge(const usage& mine) const;

  const identity_limits limits_;
  mutable std::mutex mutex_;
  recent_map<usage> users_;
};

}  // namespace ironbus::http
