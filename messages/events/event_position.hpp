#pragma once

#include "messages/base/errors.hpp"
#include "messages/ports/event_log.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace ironbus {

/// A position in the event log, as clients name it: "<log>:<position>", or the position alone.
struct event_position {
  std::string log;  ///< Empty: the current log, whichever it is.
  uint64_t position = 0;

  std::string text() const { return log + ":" + std::to_string(position); }
};

/// `invalid` if it is not a position; the sentence names `field`.
result<event_position> parse_event_position(std::string_view text, std::string_view field);

/// Whether a follower can continue from a position.
enum class position_state : uint8_t {
  good,
  future,   ///< The log does not reach it yet.
  foreign,  ///< It belongs to another log.
  gone      ///< The log no longer has the events after it.
};

/// Position 0 is always valid: it returns all events that are kept.
position_state state_of(const event_position& place, const event_page& log);

/// The position up to which a page contains all requested events.
uint64_t reach_of(const event_page& page, size_t asked);

}  // namespace ironbus
