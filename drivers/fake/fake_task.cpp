#include "drivers/fake/fake_task.hpp"

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

}  // namespace ironbus
