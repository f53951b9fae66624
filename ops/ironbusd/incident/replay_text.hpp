#pragma once

#include "ops/ironbusd/incident/replay.hpp"

namespace ironbus::daemon {

/// {"node", "name", "made_at", "notes", "same", "otherwise", "unknown", "decisions": [{"version",
/// "time", "message", "verdict", "why", "differences": [{"where", "then", "today"}]}]}.
json replay_document(const incident_file& file, const replay_report& report);

/// The same for people: a line for each decision, and below it where today's is another.
std::string replay_text(const json& document);

}  // namespace ironbus::daemon
