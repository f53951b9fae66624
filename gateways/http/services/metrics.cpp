#include "gateways/http/services/metrics.hpp"

#include <cstdio>

namespace ironbus::http {

namespace {

// Methods end as label values: only known ones, or a client could make the series grow for ever.
constexpr std::array<std::string_view, 7> known_methods{"GET",    "POST", "PUT",    "PATCH",
                                                        "DELETE", "HEAD", "OPTIONS"};

std::string_view known(std::string_view method) {
  for (auto name : known_methods)
    if (name == method) return name;
  return "other";
}

std::string number(double x) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.9g", x);
  return text.data();
}

}  // namespace

void metrics::count(std::string_view method, std::string_view route, unsigned status,
                    std::chrono::nanoseconds took) {
  const auto seconds = std::chrono::duration<double>(took).count();
  size_t bucket = 0;
  while (bucket < bounds_seconds.size() && seconds > bounds_seconds[bucket]) ++bucket;
  std::lock_guard hold{mutex_};
  auto& one = series_[{known(method), route}];
  ++one.by_status[status];
  ++one.buckets[bucket];
  one.sum_seconds += seconds;
}

std::string metrics::text() const {
  std::string out =
      "# HELP ironbus_http_requests_total Requests answered.\n"
      "# TYPE ironbus_http_requests_total counter\n";
  std::string times =
      "# HELP ironbus_http_request_seconds Time from header to answer.\n"
      "# TYPE ironbus_http_request_seconds histogram\n";
  std::lock_guard hold{mutex_};
  for (const auto& [where, one] : series_) {
    const auto labels =
        "method=\"" + std::string{where.first} + "\",route=\"" + std::string{where.second} + "\"";
    for (const auto& [status, n] : one.by_status)
      out += "ironbus_http_requests_total{" + labels + ",status=\"" + std::to_string(status) +
             "\"} " + std::to_string(n) + "\n";
    uint64_t below = 0;
    for (size_t i = 0; i < one.buckets.size(); ++i) {
      below += one.buckets[i];
      const auto bound = i < bounds_seconds.size() ? number(bounds_seconds[i]) : "+Inf";
      times += "ironbus_http_request_seconds_bucket{" + labels + ",le=\"" + bound + "\"} " +
               std::to_string(below) + "\n";
    }
    times += "ironbus_http_request_seconds_sum{" + labels + "} " + number(one.sum_seconds) + "\n";
    times += "ironbus_http_request_seconds_count{" + labels + "} " + std::to_string(below) + "\n";
  }
  return out + times;
}

}  // namespace ironbus::http
