#pragma once

#include "messages/platform/metrics.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ironbus::http {

/// Counts requests by route and status, and their durations. Callable from any thread; never waits.
class request_metrics {
public:
  struct route_name {
    std::string method;
    std::string path;  ///< As in the route table, with placeholders.
  };

  explicit request_metrics(std::vector<route_name> routes);

  /// `route`: its number. `none` and above: no such path or method.
  void count(size_t route, std::string_view method, unsigned status, std::chrono::nanoseconds took);
  static constexpr size_t none = SIZE_MAX;

private:
  metrics::labels labels_of(size_t row) const;

  const std::vector<route_name> rows_;  ///< The routes, then the unknown ones by method.
  const size_t routes_;
  metrics::labelled<metrics::counter_value> requests_;  ///< By row, then status.
  metrics::labelled<metrics::histogram_value> seconds_;
};

}  // namespace ironbus::http
