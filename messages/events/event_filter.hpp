#pragma once

#include "messages/ports/logged_event.hpp"

#include <string>

namespace ironbus {

/// Which events a follower wants; empty members take all. Decisions are no events, and nobody's.
struct event_filter {
  std::string node{};   ///< UUID.
  std::string type{};   ///< Without the prefix "ironbus.".
  std::string state{};  ///< The provision state that the node was left in.
  std::string group{};  ///< Its conductor group.
  std::string owner{};

  bool takes(const event_record& event) const;

  bool operator==(const event_filter&) const = default;
};

}  // namespace ironbus
