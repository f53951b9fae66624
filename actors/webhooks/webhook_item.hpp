#pragma once

#include "messages/base/time.hpp"
#include "messages/events/webhook.hpp"
#include "messages/events/webhook_sender.hpp"
#include "messages/ports/event_log.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace ironbus {

/// A position in an event log, and the position up to which the receiver knows about missing
/// events.
struct delivery_position {
  std::string log;
  uint64_t position = 0;
  uint64_t complete_after = 0;
};

/// One item for a receiver: an event, or a notice of missing events.
struct letter {
  std::string id;  ///< Of the event; the receiver detects repetitions by it.
  std::string type;
  std::string subject;
  std::string body;          ///< A CloudEvents object.
  delivery_position behind;  ///< The delivery's position once the receiver has it.
};

/// `known_missing`: see delivery_position::complete_after.
letter letter_of(const logged_event& event, const std::string& log, uint64_t known_missing);

/// A notice that the events after `after` are no longer kept, up to the position where `page` is
/// complete, or that the log is another one; then `behind` is the beginning of that log. The same
/// gap always has the same id.
letter gap_letter(const webhook& hook, const delivery_position& after, const event_page& page,
                  timestamp now);

/// The request for the items: one event, or an array if the webhook accepts batches; signed
/// according to Standard Webhooks. `attempt`: from 1.
webhook_request request_of(const webhook& hook, std::span<const letter> letters, uint64_t attempt,
                           timestamp now);
/// The request for a dead letter.
webhook_request request_of(const webhook& hook, const undelivered_event& letter, timestamp now);

/// The value of the header webhook-signature: "v1," and the base64 of HMAC-SHA-256 over
/// "<id>.<timestamp>.<body>".
std::string webhook_signature(const std::string& secret, const std::string& id,
                              const std::string& timestamp, const std::string& body);

undelivered_event dead_letter_of(const webhook& hook, const letter& given_up, uint64_t attempts,
                                 const std::string& error, timestamp now);

}  // namespace ironbus
