#pragma once

#include "messages/base/json.hpp"
#include "messages/base/time.hpp"

#include <string>

namespace ironbus::fleet_view {

/// What is known of what a node has been through; each as the API has it.
struct timeline_facts {
  json node;        ///< GET /v1/nodes/{node}
  json operations;  ///< Its list of workflows that have ended.
  json history;     ///< Its list of what happened.
  json events;      ///< A list of its events, oldest first, as far back as they are kept.
};

/// States with the steps that ran in them, oldest first. For programs: {"uuid", "name",
/// "provision_state", "states": [{"state", "since", "until", "seconds", "event", "steps": [{"step",
/// "workflow", "started_at", "finished_at", "seconds", "status", "attempt", "worker", "evidence"}],
/// "notes": [{"at", "severity", "text", "user"}]}]}. What began before the first state that is
/// known stands under one whose `state` and `since` are null. `until` is null for the state now.
json timeline_document(const timeline_facts& facts, timestamp now);

/// The same in words.
std::string timeline_text(const json& timeline);

}  // namespace ironbus::fleet_view
