#pragma once

#include "messages/base/json.hpp"
#include "messages/model/provision_state.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// The provision state that a node has left with a commit, the time in it, and the next state.
struct state_left {
  provision_state state;
  std::chrono::microseconds stay;
  provision_state entered;
};

/// A finished step.
struct step_end_seen {
  std::string step;    ///< INTERFACE.NAME; for an agent's step the agent's name of it.
  std::string status;  ///< As in the ledger.
  std::chrono::microseconds took{};
};

/// The result for a machine whose power state differed from the record, or could not be read.
enum class power_sync : uint8_t {
  machine_corrected,  ///< The machine is set back to the stored state.
  record_corrected,   ///< The record is changed.
  unreadable,         ///< It did not answer.
  lost,               ///< It did not answer repeatedly: the node gets a fault.
  found_again,        ///< It answers again, and the fault is cleared.
  count_
};

/// Health and sensors of a machine from its BMC.
struct machine_vitals {
  std::string uuid;
  std::string name;
  std::string instance_uuid;
  std::optional<std::string> health;
  json sensors;  ///< {type: {id: {key: value}}}; null: unchanged.
};

/// Data of a decision for the metrics, reported after the commit.
struct observations {
  std::vector<step_end_seen> steps{};
  std::vector<std::string> overdue_steps{};  ///< As step_end_seen::step.
  std::vector<power_sync> power_syncs{};
  std::optional<machine_vitals> vitals{};
};

struct node_snapshot;
machine_vitals vitals_of(const node_snapshot& node, json sensors);

}  // namespace ironbus
