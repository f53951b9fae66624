#pragma once

#include "messages/base/json.hpp"

#include <string_view>

namespace ironbus::http {

/// The requests that a ramdisk may make for a node in a provision state.
struct agent_state {
  std::string_view state;
  bool lookup = false;
  bool fast_track_lookup = false;
  bool heartbeat = false;  ///< A heartbeat moves the node on or is recorded.
  bool fast_track_heartbeat = false;
};

/// The row of a state. States that expect no ramdisk get a row that allows nothing.
agent_state agent_state_of(std::string_view provision_state);

/// Whether a node's ramdisk may stay up between workflows (messages/model/agent_session.hpp).
bool is_fast_track(bool option, const json& attributes);

}  // namespace ironbus::http
