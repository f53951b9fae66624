#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace ironbus::http {

/// Requests by route and status, and how long they took; in Prometheus' text format. Thread safe.
class metrics {
public:
  /// `route` must live as long as this: a path of the route table.
  void count(std::string_view method, std::string_view route, unsigned status,
             std::chrono::nanoseconds took);

  std::string text() const;

  static constexpr std::array<double, 12> bounds_seconds{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                                         0.05,   0.1,   0.25,   0.5,   1.0,  5.0};

private:
  struct series {
    std::map<unsigned, uint64_t> by_status;
    std::array<uint64_t, bounds_seconds.size() + 1> buckets{};
    double sum_seconds = 0;
  };
  using key = std::pair<std::string_view, std::string_view>;  ///< Method and route.

  mutable std::mutex mutex_;
  std::map<key, series> series_;
};

}  // namespace ironbus::http
