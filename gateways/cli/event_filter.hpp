#pragma once

#include <string>
#include <string_view>

namespace ironbus::cli {

/// Which events are asked for; empty texts: all.
struct event_filter {
  std::string node;   ///< UUID or name.
  std::string type;   ///< Without "ironbus.".
  std::string state;  ///< The provision state that the node was left in.
  std::string group;  ///< Conductor group of the node.
  std::string owner;  ///< Of the node.
};

/// The filter and the place behind which events are asked for, as a query: "since=7&node=web-1";
/// what is empty is left out.
std::string query_of(const event_filter& filter, const std::string& since = {});

/// Whether a text can be a place in a log of events: a position, or LOG:POSITION.
bool is_event_place(std::string_view text);

}  // namespace ironbus::cli
