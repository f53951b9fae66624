#include "drivers/fake/fake_task.hpp"

namespace ironbus {

std::string fake_task::handle() const { return claim + " until " + to_string(ends); }

fake_task begin_fake_task(const step_id& of, fake_duration takes) {
  return {claim_key(of), system_clock{}.now() + takes};
}

std::optional<fake_task> read_fake_task(std::string_view handle) {
  constexpr std::string_view until = " until ";
  const auto at = handle.find(until);
  if (at == std::string_view::npos) return std::nullopt;
  const auto ends = parse_timestamp(handle.substr(at + until.size()));
  if (!ends) return std::nullopt;
  return fake_task{std::string{handle.substr(0, at)}, *ends};
}

}  // namespace ironbus
