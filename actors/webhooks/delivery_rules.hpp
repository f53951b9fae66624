#pragma once

#include "actors/webhooks/delivery_options.hpp"
#include "messages/events/webhook_sender.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace ironbus {

/// What an answer says of what was sent.
enum class delivery_result : uint8_t {
  delivered,  ///< 2xx.
  failed,     ///< It is sent again later: any other answer, or none.
  gone,       ///< 410: the receiver wants nothing any more.
  count_
};

delivery_result result_of(const webhook_answer& answer);

/// A sentence about an answer that is no 2xx.
std::string error_of(const webhook_answer& answer);

/// How long to wait before the next attempt: `retry_first`, doubled with each attempt up to
/// `retry_longest`, up to a quarter shorter by `chance`; but at least what the receiver has asked
/// for, within an hour. `attempts`: so far, 1 or more.
std::chrono::milliseconds pause_after(uint64_t attempts, std::chrono::seconds retry_after,
                                      const delivery_options& options, uint8_t chance);

}  // namespace ironbus
