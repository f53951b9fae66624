#pragma once

#include "messages/base/json.hpp"
#include "messages/model/provision_state.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// The provision state that a commit has taken a node out of, how long it was in it, and the next.
struct state_left {
  provision_state state;
  std::chrono::microseconds stay;
  provision_state entered;
};

/// A step that has ended.
struct step_end_seen {
  std::string step;    ///< INTERFACE.NAME; of an agent's steps as the agent calls them.
  std::string status;  ///< As in the ledger.
  std::chrono::microseconds took{};
};

/// What became of a machine whose power state was not as recorded, or could not be read.
enum class power_sync : uint8_t {
  machine_corrected,  ///< It is put back to the recorded state.
  record_corrected,   ///< The record follows the machine.
  unreadable,         ///< It has not answered.
  lost,               ///< Neither has it before: the node has a fault now.
  found_again,        ///< It answers again, and the fault is over.
  count_
};

/// How a machine is, as its BMC says.
struct machine_vitals {
  std::string uuid;
  std::string name;
  std::string instance_uuid;
  std::optional<std::string> health;
  json sensors;  ///< {type: {id: {key: value}}}; null: no news of them.
};

/// What whoever counts is to hear of a decision once it holds.
struct observations {
  std::vector<step_end_seen> steps{};
  std::vector<std::string> overdue_steps{};  ///< As step_end_seen::step.
  std::vector<power_sync> power_syncs{};
  std::optional<machine_vitals> vitals{};
};

struct node_snapshot;
machine_vitals vitals_of(const node_snapshot& node, json sensors);

}  // namespace ironbus
