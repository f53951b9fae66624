#include "drivers/fake/fake_task.hpp"

#include "drivers/port/driver.hpp"

#include <algorithm>
#include <limits>

namespace ironbus {

std::string fake_task::handle() const { return claim + " until " + to_string(ends); }

fake_task begin_fake_task(const step_id& step, fake_duration takes) {
  return {claim_key(step), system_clock{}.now() + takes};
}

std::optional<fake_task> read_fake_task(std::string_view handle) {
  constexpr std::string_view until = " until ";
  const auto place = handle.find(until);
  if (place == std::string_view::npos) return std::nullopt;
  const auto ends = parse_timestamp(handle.substr(place + until.size()));
  if (!ends) return std::nullopt;
  return fake_task{std::string{handle.substr(0, place)}, *ends};
}

step_outcome wait_for_task(const fake_task& task, timestamp now) {
  constexpr uint32_t grace = 60;
  constexpr int64_t longest = std::numeric_limits<uint32_t>::max() - grace;
  const auto left = std::chrono::ceil<std::chrono::seconds>(task.ends - now).count();
  const auto seconds = static_cast<uint32_t>(std::clamp<int64_t>(left, 0, longest));
  return step_waiting_for_task(task.handle(), seconds + grace, seconds);
}

}  // namespace ironbus
