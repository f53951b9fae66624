#pragma once

#include <string>
#include <string_view>

namespace ironbus::cli {

/// Selects events; empty texts select all.
struct event_filter {
  std::string node;   ///< UUID or name.
  std::string type;   ///< Without "ironbus.".
  std::string state;  ///< Provision state of the node after the event.
  std::string group;  ///< Conductor group of the node.
  std::string owner;  ///< Owner of the node.
};

/// The filter and the start position as a query: "since=7&node=web-1". Empty values are left out.
std::string query_of(const event_filter& filter, const std::string& since = {});

/// Whether a text can be a position in a log of events: N or LOG:N.
bool is_event_position(std::string_view text);

}  // namespace ironbus::cli
