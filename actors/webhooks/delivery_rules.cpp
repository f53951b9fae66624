#include "actors/webhooks/delivery_rules.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr std::chrono::seconds retry_after_longest{3600};
constexpr unsigned gone_status = 410;

}  // namespace

delivery_result result_of(const webhook_answer& answer) {
  if (answer.status / 100 == 2) return delivery_result::delivered;
  return answer.status == gone_status ? delivery_result::gone : delivery_result::failed;
}

std::string error_of(const webhook_answer& answer) {
  if (answer.status == 0) return answer.error;
  return "The receiver answered with HTTP " + std::to_string(answer.status) + ".";
}

std::chrono::milliseconds pause_after(uint64_t attempts, std::chrono::seconds retry_after,
                                      const delivery_options& options, uint8_t chance) {
  auto pause = options.retry_first;
  for (uint64_t i = 1; i < attempts && pause < options.retry_longest; ++i) pause *= 2;
  pause = std::min(pause, options.retry_longest);
  pause -= pause * (chance % 26) / 100;
  return std::max<std::chrono::milliseconds>(pause, std::min(retry_after, retry_after_longest));
}

}  // namespace ironbus
