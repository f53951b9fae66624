#pragma once

#include "drivers/redfish/raid/raid_storage.hpp"
#include "drivers/redfish/redfish_context.hpp"
#include "drivers/redfish/redfish_notes.hpp"

#include <set>
#include <string>
#include <vector>

namespace ironbus {

inline constexpr size_t raid_tasks_max = 64;

/// How far a change of volumes has come, as the notes of its node say. It is made in rounds: of
/// each controller what it takes at once, and at most one task.
struct raid_work {
  redfish_call call;
  std::string phase;  ///< "delete", "create".
  timestamp began{};
  json known;                      ///< Names of the tasks there were before; null: none are listed.
  std::vector<std::string> tasks;  ///< Those that are under way.
  bool restarted = false;          ///< The machine was started anew for them.

  const redfish_options& options() const { return call.bmc.options(); }
};

facts raid_notes(const raid_work& work);
/// Unset: nothing is noted.
std::optional<raid_work> read_raid_work(redfish_call call);

step_outcome raid_failed(const raid_work& work, const std::string& reason);
/// It waits for that, as long as it may altogether.
step_outcome raid_waits(const raid_work& work, const redfish_wait& wait);
step_outcome raid_done(const raid_work& work, const std::vector<raid_controller>& controllers);
/// Its tasks wait for the machine's next start.
step_outcome start_for_tasks(raid_work work);

/// An argument that is a boolean.
bool raid_flag(const redfish_call& call, const char* name, bool otherwise);
/// The logical disks that the step is about. For deployments and services only the root volume is
/// made unless others are asked for.
result<json> disks_of(const redfish_call& call);
/// Those that stay where others are removed: what is to be made, and is there already.
std::set<std::string> kept_volumes(const redfish_call& call,
                                   const std::vector<raid_controller>& controllers);
bool is_in_the_way(const raid_volume& volume, const std::set<std::string>& kept);
bool has_volumes_but(const std::vector<raid_controller>& controllers,
                     const std::set<std::string>& kept);

/// A part that changes nothing: notes which tasks there are before the next round.
redfish_outcome begin_raid_round(raid_work work, std::string evidence);

}  // namespace ironbus
