#pragma once

#include "ops/ironbusd/fleet_view/node_row.hpp"

#include <string>

namespace ironbus::test {

inline timestamp moment(const std::string& text) {
  return *parse_timestamp("2026-11-25T" + text + "+00:00");
}

/// A node from a list, in a state since a time of that day.
inline json shown_node(const std::string& name, const std::string& state,
                       const std::string& since = "12:00:00") {
  return {{"uuid", "00000000-0000-4000-8000-0000000000" + name.substr(0, 2)},
          {"name", name},
          {"provision_state", state},
          {"provision_updated_at", to_string(moment(since))}};
}

inline fleet_view::node_row node_in(const std::string& name, const std::string& state,
                                    const std::string& since = "12:00:00") {
  return fleet_view::read_node_row(shown_node(name, state, since));
}

inline bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace ironbus::test
