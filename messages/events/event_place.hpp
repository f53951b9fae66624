#pragma once

#include "messages/base/errors.hpp"
#include "messages/ports/event_log.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace ironbus {

/// A place in the log of events, as clients name it: "<log>:<position>", or the position alone.
struct event_place {
  std::string log;  ///< Empty: whichever there is.
  uint64_t position = 0;

  std::string text() const { return log + ":" + std::to_string(position); }
};

/// `invalid` if it is none; the sentence names `field`.
result<event_place> parse_event_place(std::string_view text, std::string_view field);

/// Why nobody can go on from a place.
enum class place_state : uint8_t {
  good,
  future,   ///< The log does not reach it.
  foreign,  ///< It is of another log.
  gone      ///< What followed it is not kept any more.
};

/// The beginning, position 0, is always good: what is kept of all that was.
place_state state_of(const event_place& place, const event_page& log);

/// Up to which position a page shows all that its query asked for.
uint64_t reach_of(const event_page& page, size_t asked);

}  // namespace ironbus
