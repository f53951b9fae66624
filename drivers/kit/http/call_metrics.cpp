#include "drivers/kit/http/call_metrics.hpp"

#include "messages/platform/metrics.hpp"

#include <array>

namespace ironbus {

namespace {

constexpr std::array<std::string_view, 3> peer_names{"agent", "bmc", "other"};
constexpr std::array<std::string_view, 5> method_names{"GET", "POST", "PATCH", "PUT", "DELETE"};
constexpr std::array<std::string_view, 10> result_names{
    "answered", "refused",    "unreachable", "tls",       "busy",
    "timeout",  "broken_off", "redirect",    "too_large", "protocol"};
static_assert(peer_names.size() == static_cast<size_t>(http_peer::count_));
static_assert(method_names.size() == static_cast<size_t>(http_method::count_));
static_assert(result_names.size() == 1 + static_cast<size_t>(http_error::count_));

metrics::labels labels_of(size_t number) {
  const auto method = number / result_names.size();
  return {{"peer", std::string{peer_names[method / method_names.size()]}},
          {"method", std::string{method_names[method % method_names.size()]}},
          {"result", std::string{result_names[number % result_names.size()]}}};
}

/// Process-wide, because clients come and go.
metrics::labelled<metrics::histogram_value> call_seconds{
    {"ironbus_driver_call_seconds", "Time of an HTTP call of a driver, including retries."},
    peer_names.size() * method_names.size() * result_names.size(),
    labels_of,
    metrics::long_times};

}  // namespace

std::string_view name_of(http_method method) { return method_names[static_cast<size_t>(method)]; }

std::string_view name_of(http_error why) { return result_names[1 + static_cast<size_t>(why)]; }

void observe_call(http_peer peer, http_method method, const http_result& answer,
                  std::chrono::steady_clock::time_point began) {
  const auto row = static_cast<size_t>(peer) * method_names.size() + static_cast<size_t>(method);
  const auto result = answer ? 0 : 1 + static_cast<size_t>(answer.error().why);
  call_seconds[row * result_names.size() + result].observe_since(began);
}

}  // namespace ironbus
