#pragma once

#include "ops/ironbusd/incident/replay.hpp"

namespace ironbus::daemon {

/// The output of --json: {"node", "name", "made_at", "notes", "same", "otherwise", "unknown",
/// "decisions": [{"version", "time", "message", "verdict", "why", "differences": [{"where", "then",
/// "today"}]}]}.
json replay_document(const incident_file& file, const replay_report& report);

/// The output for a terminal: a line per decision, followed by its differences.
std::string replay_text(const json& document);

}  // namespace ironbus::daemon
