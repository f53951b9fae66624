#pragma once

#include "messages/base/json.hpp"

#include <string_view>

namespace ironbus::http {

/// What a ramdisk may do to a node in a provision state.
struct agent_state {
  std::string_view state;
  bool lookup = false;
  bool fast_track_lookup = false;
  bool heartbeat = false;  ///< A heartbeat moves the node or is recorded.
  bool fast_track_heartbeat = false;
};

/// The row of a state; one that allows nothing for every state that expects no ramdisk.
agent_state agent_state_of(std::string_view provision_state);

/// Whether a node's ramdisk may stay up between workflows (messages/model/fast_track.hpp).
bool is_fast_track(bool option, const json& attributes);

}  // namespace ironbus::http
