#include "drivers/redfish/raid/raid_work.hpp"
#include "drivers/redfish/raid/redfish_raid.hpp"
#include "drivers/redfish/redfish_task.hpp"

#include <algorithm>
#include <array>

// Progress of volume changes. Changes nothing.

namespace ironbus {

namespace {

/// A task without a known start that does not start.
bool awaits_start(const raid_work& work, const redfish_task& task, const redfish_wait& wait) {
  return !work.restarted && task.stage == task_stage::going_on && task.state != "Running" &&
         is_past(wait.since, work.options().firmware_update_nic_starting_wait);
}

/// The BMC may not have created the task yet.
bool is_gone(const redfish_task& task, const redfish_wait& wait, const redfish_options& options) {
  return task.stage == task_stage::gone && is_past(wait.since, options.task_made_within);
}

redfish_probe_result watch_tasks(raid_work work, redfish_wait wait) {
  bool all_over = true;
  bool one_gone = false;
  for (const auto& path : work.tasks) {
    const auto task = co_await get_task(work.call.bmc, path);
    if (!task) co_return std::nullopt;
    if (task->stage == task_stage::failed)
      co_return raid_failed(
          work, "The BMC failed to change the volumes (" + task->state + "): " + task->words);
    if (awaits_start(work, *task, wait)) co_return start_for_tasks(std::move(work));
    const bool gone = is_gone(*task, wait, work.options());
    one_gone = one_gone || gone;
    all_over = all_over && (gone || task->stage == task_stage::ended);
  }
  if (!all_over) co_return std::nullopt;
  if (one_gone) co_return raid_waits(work, wait_for("gone"));
  co_return co_await begin_raid_round(std::move(work), "a round of volume changes is finished");
}

/// The BMC no longer has a task, so its volumes show whether it succeeded. The same order is not
/// sent again before.
redfish_probe_result watch_gone(raid_work work, redfish_wait wait) {
  const auto found = co_await read_raid_storage(work.call.bmc, work.call.system);
  if (!found) co_return std::nullopt;
  // A worker that died in the round has not noted how many were left.
  if (work.left == 0 || volumes_left(work, *found) < work.left)
    co_return co_await begin_raid_round(std::move(work), "the volumes changed without a task");
  if (!is_past(wait.since, work.options().raid_shown_timeout)) co_return std::nullopt;
  co_return raid_failed(work,
                        "The BMC no longer has the task that changes the volumes, and they did not "
                        "change. Check the controller and the BMC's log.");
}

redfish_probe_result search_tasks(raid_work work, redfish_wait wait) {
  const auto listed = co_await list_tasks(work.call.bmc);
  if (!listed && listed.error().fault != redfish_fault::missing) co_return std::nullopt;
  if (listed)
    for (const auto& path : new_tasks(*listed, work.known)) {
      const auto task = co_await get_task(work.call.bmc, path);
      if (!task) co_return std::nullopt;
      if (task->stage == task_stage::going_on) work.tasks.push_back(path);
    }
  if (!work.tasks.empty())
    co_return step_part_done(raid_notes(work), "found the task of a request without a response");
  if (!is_past(wait.since, work.options().task_made_within)) co_return std::nullopt;
  co_return co_await begin_raid_round(std::move(work), "the BMC has no running volume task");
}

bool is_as_it_should_be(const raid_work& work, const std::vector<raid_controller>& found) {
  if (work.phase == "delete") return !has_volumes_but(found, kept_volumes(work.call, found));
  const auto disks = disks_of(work.call);
  if (!disks) return true;  // the next part reports the error
  const auto left = plan_volumes(*disks, found);
  return left && left->empty();
}

/// The BMC accepted all changes. Waits until they are visible.
redfish_probe_result watch_shown(raid_work work, redfish_wait) {
  const auto found = co_await read_raid_storage(work.call.bmc, work.call.system);
  if (!found || !is_as_it_should_be(work, *found)) co_return std::nullopt;
  co_return co_await begin_raid_round(std::move(work), "the volumes match the target");
}

struct raid_watch_row {
  std::string_view what;
  redfish_probe_result (*look)(raid_work, redfish_wait);
};

constexpr std::array raid_watches{
    raid_watch_row{"tasks", &watch_tasks},
    raid_watch_row{"gone", &watch_gone},
    raid_watch_row{"search", &search_tasks},
    raid_watch_row{"shown", &watch_shown},
};

redfish_probe_result watch_volumes(redfish_call call) {
  const auto wait = read_redfish_wait(call.request.task_handle);
  auto work = read_raid_work(std::move(call));
  const auto* row = raid_watches.end();
  if (wait)
    row = std::find_if(raid_watches.begin(), raid_watches.end(),
                       [&](const auto& one) { return one.what == wait->what; });
  if (!work || row == raid_watches.end())
    co_return step_failed("The node's record of its volumes is missing.");
  co_return co_await row->look(std::move(*work), *wait);
}

}  // namespace

redfish_probe_result watch_redfish_volumes(redfish_call call) {
  return watch_volumes(std::move(call));
}

}  // namespace ironbus
