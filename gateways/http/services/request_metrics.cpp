#include "gateways/http/services/request_metrics.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

// Clients can send any method, so only known ones become labels. The last label is for all others.
constexpr std::array<std::string_view, 8> counted_methods{"GET",    "POST", "PUT",     "PATCH",
                                                          "DELETE", "HEAD", "OPTIONS", "other"};
constexpr std::array<unsigned, 30> counted_statuses{
    101, 200, 201, 202, 204, 206, 300, 301, 302, 304, 400, 401, 403, 404, 405,
    406, 408, 409, 411, 412, 413, 414, 415, 416, 426, 429, 431, 500, 501, 503};
constexpr size_t status_columns = counted_statuses.size() + 1;

std::vector<request_metrics::route_name> with_unknown(
    std::vector<request_metrics::route_name> rows) {
  for (const auto method : counted_methods) rows.push_back({std::string{method}, "unknown"});
  return rows;
}

size_t number_of_method(std::string_view name) {
  const auto bound = std::find(counted_methods.begin(), counted_methods.end() - 1, name);
  return static_cast<size_t>(bound - counted_methods.begin());
}

size_t number_of_status(unsigned status) {
  const auto bound = std::lower_bound(counted_statuses.begin(), counted_statuses.end(), status);
  const bool known = bound != counted_statuses.end() && *bound == status;
  return known ? static_cast<size_t>(bound - counted_statuses.begin()) : counted_statuses.size();
}

std::string name_of_status(size_t i) {
  return i < counted_statuses.size() ? std::to_string(counted_statuses[i]) : "other";
}

}  // namespace

request_metrics::request_metrics(std::vector<route_name> routes)
    : rows_(with_unknown(std::move(routes))),
      routes_(rows_.size() - counted_methods.size()),
      requests_({"ironbus_http_requests_total", "Requests answered."},
                rows_.size() * status_columns,
                [this](size_t index) {
                  auto out = labels_of(index / status_columns);
                  out.emplace_back("status", name_of_status(index % status_columns));
                  return out;
                }),
      seconds_(
          {"ironbus_http_request_seconds", "Time from the header of a request to its response."},
          rows_.size(), [this](size_t i) { return labels_of(i); }, metrics::short_times) {}

void request_metrics::count(size_t route, std::string_view method, unsigned status,
                            std::chrono::nanoseconds took) {
  const auto row = route < routes_ ? route : routes_ + number_of_method(method);
  ++requests_[row * status_columns + number_of_status(status)];
  seconds_[row].observe(took);
}

metrics::labels request_metrics::labels_of(size_t row) const {
  return {{"method", rows_[row].method}, {"route", rows_[row].path}};
}

}  // namespace ironbus::http
