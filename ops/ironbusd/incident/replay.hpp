#pragma once

#include "ops/ironbusd/incident/incident_file.hpp"

#include <string>
#include <vector>

namespace ironbus::daemon {

/// A difference between the recorded and today's decision, in the node or in the sent messages.
struct difference {
  std::string where;  ///< "/about/provision_state", "sent".
  json then;          ///< Null: no value.
  json today;
};

enum class replay_verdict : uint8_t {
  same,
  otherwise,
  unknown,  ///< The file lacks the node before the decision.
};

/// The result of one replayed decision.
struct replayed_decision {
  uint64_t version = 0;  ///< Version of the node after the decision.
  std::string time;
  std::string message;  ///< Its type, with its target or status.
  replay_verdict verdict = replay_verdict::same;
  std::string why{};  ///< Reason of the verdict; empty: see the differences.
  std::vector<difference> differences{};
};

struct replay_report {
  std::vector<replayed_decision> decisions;
  std::vector<std::string> notes;  ///< Sentences on assumptions of the replay.
};

/// Replays each decision of the file on the recorded node, and compares the results. `invalid` if
/// the file is damaged; the message has the number of the decision.
result<replay_report> replay_decisions(const incident_file& file);

}  // namespace ironbus::daemon
