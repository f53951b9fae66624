#pragma once

#include "messages/base/codec.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace ironbus {

/// What to do with the dead letters of a webhook.
enum class letter_action : uint8_t { send, drop, count_ };
std::string_view to_string(letter_action x);
bool from_string(std::string_view name, letter_action& out);

/// An operator's order about dead letters; orders are carried out once, in the order of their
/// numbers.
struct letter_order {
  uint64_t number = 0;
  letter_action action = letter_action::send;
  std::string letter;  ///< Id of one dead letter; empty: all.

  bool operator==(const letter_order&) const = default;
};

member_codecs<letter_order> members_of(const letter_order*);

/// How many orders may be queued.
inline constexpr size_t letter_orders_max = 16;

}  // namespace ironbus
