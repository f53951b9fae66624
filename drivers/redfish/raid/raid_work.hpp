#pragma once

#include "drivers/redfish/raid/raid_storage.hpp"
#include "drivers/redfish/redfish_context.hpp"
#include "drivers/redfish/redfish_notes.hpp"

#include <set>
#include <string>
#include <vector>

namespace ironbus {

inline constexpr size_t raid_tasks_max = 64;

/// Progress of a volume change, stored in the node's notes. It runs in rounds: all changes that
/// each controller accepts at once, and at most one task for each.
struct raid_work {
  redfish_call call;
  std::string phase;  ///< "delete", "create".
  timestamp began{};
  json known;                      ///< Names of earlier tasks; null: the BMC lists none.
  std::vector<std::string> tasks;  ///< Running tasks.
  bool restarted = false;          ///< The machine was restarted for them.
  size_t left = 0;                 ///< Volumes to create or delete before the round.

  const redfish_options& options() const { return call.bmc.options(); }
};

facts raid_notes(const raid_work& work);
/// Unset: no notes.
std::optional<raid_work> read_raid_work(redfish_call call);

step_outcome raid_failed(const raid_work& work, const std::string& reason);
/// The step waits, within its overall time limit.
step_outcome raid_waits(const raid_work& work, const redfish_wait& wait);
step_outcome raid_done(const raid_work& work, const std::vector<raid_controller>& controllers);
/// The tasks wait for the machine's next restart.
step_outcome start_for_tasks(raid_work work);

/// A boolean argument.
bool raid_flag(const redfish_call& call, const char* name, bool otherwise);
/// The logical disks of the step. For deployments and servicing only the root volume, unless others
/// are requested.
result<json> disks_of(const redfish_call& call);
/// Volumes to keep while others are deleted: those that match the target.
std::set<std::string> kept_volumes(const redfish_call& call,
                                   const std::vector<raid_controller>& controllers);
bool is_in_the_way(const raid_volume& volume, const std::set<std::string>& kept);
bool has_volumes_but(const std::vector<raid_controller>& controllers,
                     const std::set<std::string>& kept);

/// Volumes that are left to create or delete. 0 also if they cannot be planned: the next part
/// reports the error.
size_t volumes_left(const raid_work& work, const std::vector<raid_controller>& controllers);

/// A part without changes: records the current tasks before the next round.
redfish_outcome begin_raid_round(raid_work work, std::string evidence);

}  // namespace ironbus
