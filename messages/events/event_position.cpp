#include "messages/events/event_position.hpp"

#include <charconv>

namespace ironbus {

namespace {

constexpr size_t log_name_max = 64;

}  // namespace

result<event_position> parse_event_position(std::string_view text, std::string_view field) {
  event_position out;
  const auto colon = text.rfind(':');
  const auto digits = colon == std::string_view::npos ? text : text.substr(colon + 1);
  if (colon != std::string_view::npos) out.log = text.substr(0, colon);
  const auto* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, out.position);
  if (digits.empty() || read.ec != std::errc{} || read.ptr != end || out.log.size() > log_name_max)
    return fail(error_code::invalid,
                std::string{field} + ": '" + std::string{text.substr(0, log_name_max)} +
                    "' is not a position in the event log; allowed: POSITION or LOG:POSITION.");
  return out;
}

position_state state_of(const event_position& place, const event_page& log) {
  if (!place.log.empty() && place.log != log.log) return position_state::foreign;
  if (place.position > log.newest) return position_state::future;
  const bool is_beginning = place.position == 0;
  if (!is_beginning && place.position < log.complete_after) return position_state::gone;
  return position_state::good;
}

uint64_t reach_of(const event_page& page, size_t asked) {
  if (page.events.size() < asked) return page.newest;
  return page.events.back().position;
}

}  // namespace ironbus
