#pragma once

#include "messages/ports/logged_event.hpp"

#include <string>

namespace ironbus {

/// Selects events for a follower; empty members match all. Decisions are not events and are never
/// sent.
struct event_filter {
  std::string node{};   ///< UUID.
  std::string type{};   ///< Without the prefix "ironbus.".
  std::string state{};  ///< The provision state of the node after the event.
  std::string group{};  ///< Its conductor group.
  std::string owner{};

  bool takes(const event_record& event) const;

  bool operator==(const event_filter&) const = default;
};

}  // namespace ironbus
