#include "drivers/kit/power_change.hpp"

#include <algorithm>

namespace ironbus {

namespace {

using namespace std::chrono_literals;

/// For requests of an older version without a timeout.
constexpr std::chrono::seconds default_limit = 60s;
constexpr std::chrono::milliseconds longest_pause = 10s;

}  // namespace

std::vector<step_argument> power_change_arguments() {
  return {{"target", "power on, power off, rebooting, soft rebooting or soft power off.", true},
          {"timeout", "Timeout in seconds.", false}};
}

std::vector<std::string> all_power_targets() {
  return {"power on", "power off", "rebooting", "soft rebooting", "soft power off"};
}

std::chrono::seconds power_change_limit(const step_request& request) {
  const auto given = request.what.args.value("timeout", json{});
  return given.is_number_integer() ? std::chrono::seconds{given.get<int64_t>()} : default_limit;
}

std::chrono::milliseconds next_power_pause(std::chrono::milliseconds pause) {
  return std::min(pause * 3 / 2, longest_pause);
}

}  // namespace ironbus
