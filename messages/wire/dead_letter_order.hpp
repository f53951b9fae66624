#pragma once

#include "messages/base/codec.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace ironbus {

/// What to do with the dead letters of a webhook.
enum class dead_letter_action : uint8_t { send, drop, count_ };
std::string_view to_string(dead_letter_action x);
bool from_string(std::string_view name, dead_letter_action& out);

/// An operator's order about dead letters; orders are carried out once, in the order of their
/// numbers.
struct dead_letter_order {
  uint64_t number = 0;
  dead_letter_action action = dead_letter_action::send;
  std::string letter;  ///< Id of one dead letter; empty: all.

  bool operator==(const dead_letter_order&) const = default;
};

member_codecs<dead_letter_order> members_of(const dead_letter_order*);

/// How many orders may be queued.
inline constexpr size_t dead_letter_orders_max = 16;

}  // namespace ironbus
