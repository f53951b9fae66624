#include "messages/events/event_place.hpp"

#include <charconv>

namespace ironbus {

namespace {

constexpr size_t log_name_max = 64;

}  // namespace

result<event_place> parse_event_place(std::string_view text, std::string_view field) {
  event_place out;
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

place_state state_of(const event_place& place, const event_page& log) {
  if (!place.log.empty() && place.log != log.log) return place_state::foreign;
  if (place.position > log.newest) return place_state::future;
  const bool is_beginning = place.position == 0;
  if (!is_beginning && place.position < log.complete_after) return place_state::gone;
  return place_state::good;
}

uint64_t reach_of(const event_page& page, size_t asked) {
  if (page.events.size() < asked) return page.newest;
  return page.events.back().position;
}

}  // namespace ironbus
