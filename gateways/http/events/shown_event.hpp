#pragma once

#include "messages/ports/logged_event.hpp"

#include <memory>
#include <string>

namespace ironbus::http {

/// The form in which a follower receives an event.
enum class event_form : uint8_t {
  json,        ///< The CloudEvents object with its position.
  server_sent  ///< The same as a message of Server-Sent Events.
};

/// An event on its way to many followers. Each of its forms is built once.
struct shown_event {
  /// `log`: the name of the log, for followers that reconnect.
  shown_event(logged_event event, const std::string& log);

  const std::shared_ptr<const std::string>& text(event_form form) const {
    return form == event_form::json ? json : server_sent;
  }

  /// The same event with another JSON text.
  shown_event with(std::string text) const;

  uint64_t position = 0;
  event_record labels;  ///< Without the body.
  std::string lessee;   ///< Of the node at the time of the event; empty: none.
  std::shared_ptr<const std::string> json;
  std::shared_ptr<const std::string> server_sent;
};

}  // namespace ironbus::http
