#pragma once

#include "ops/ironbusd/incident/incident_file.hpp"

#include <string>
#include <vector>

namespace ironbus::daemon {

/// A place where today's code would make something else of a node, or send something else.
struct difference {
  std::string where;  ///< "/about/provision_state", "sent".
  json then;          ///< Null: nothing.
  json today;
};

enum class replay_verdict : uint8_t {
  same,
  otherwise,
  unknown,  ///< What it was decided on is not in the file.
};

/// What has become of a decision that was made once more.
struct replayed_decision {
  uint64_t version = 0;  ///< Of the node, as the decision has made it.
  std::string time;
  std::string message;  ///< Its type, with what tells it from others of it.
  replay_verdict verdict = replay_verdict::same;
  std::string why{};  ///< A sentence, where the verdict is not explained by the differences.
  std::vector<difference> differences{};
};

struct replay_report {
  std::vector<replayed_decision> decisions;
  std::vector<std::string> notes;  ///< Sentences on what stood in for what is not known.
};

/// Decides each decision of the file once more, on the node as it was then, and compares. `invalid`
/// if the file is damaged: the message names the decision by its number.
result<replay_report> replay_decisions(const incident_file& file);

}  // namespace ironbus::daemon
