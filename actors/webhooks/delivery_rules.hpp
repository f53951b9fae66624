#pragma once

#include "actors/webhooks/delivery_options.hpp"
#include "messages/events/webhook_sender.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace ironbus {

/// The result of a webhook request.
enum class delivery_result : uint8_t {
  delivered,  ///< 2xx.
  failed,     ///< Any other response, or none: retried later.
  gone,       ///< 410: the receiver wants no more events.
  count_
};

delivery_result result_of(const webhook_answer& answer);

/// A sentence about a response other than 2xx.
std::string error_of(const webhook_answer& answer);

/// The pause before the next attempt: `retry_first`, doubled with each attempt up to
/// `retry_longest`, and up to a quarter shorter depending on `chance`. At least the pause that the
/// receiver requested, up to an hour. `attempts`: so far, at least 1.
std::chrono::milliseconds pause_after(uint64_t attempts, std::chrono::seconds retry_after,
                                      const delivery_options& options, uint8_t chance);

}  // namespace ironbus
