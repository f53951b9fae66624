#pragma once

#include "messages/base/json.hpp"
#include "messages/base/time.hpp"

#include <string>

namespace ironbus::fleet_view {

/// The past of a node, as the API returns it.
struct timeline_facts {
  json node;        ///< GET /v1/nodes/{node}
  json operations;  ///< List of its finished workflows.
  json history;     ///< List of its history entries.
  json events;      ///< List of its stored events, oldest first.
};

/// The states with their steps, oldest first: {"uuid", "name",
/// "provision_state", "states": [{"state", "since", "until", "seconds", "event", "steps": [{"step",
/// "workflow", "started_at", "finished_at", "seconds", "status", "attempt", "worker", "evidence"}],
/// "notes": [{"at", "severity", "text", "user"}]}]}. Steps and notes from before the first
/// known state are under a state whose `state` and `since` are null. `until` is null for the
/// current state.
json timeline_document(const timeline_facts& facts, timestamp now);

/// The output for a terminal.
std::string timeline_text(const json& timeline);

}  // namespace ironbus::fleet_view
