#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/firmware/redfish_update.hpp"
#include "drivers/redfish/firmware/update_work.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "drivers/redfish/redfish_task.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

// Progress of an update. Changes nothing.

namespace ironbus {

namespace {

constexpr std::array<std::string_view, 3> states_ready_for_restart{"Starting", "Running",
                                                                   "Pending"};
constexpr uint32_t reboots_max = 3;
/// A task that makes no progress after the machine's restart gets another restart, after this
/// multiple of the first pause.
constexpr int patience = 20;

/// Whether the task waits for a restart of the machine, or may wait for it.
bool waits_for_restart(const update_work& work, const redfish_task& task,
                       const redfish_wait& seen) {
  const auto& procedure = procedure_of(work);
  if (!procedure.needs_restart || work.notes.reboots >= reboots_max) return false;
  const auto pause = work.options().firmware_update_nic_starting_wait;
  if (work.notes.reboots > 0)
    return task.state != "Running" && is_past(seen.since, pause * patience);
  const bool ready = std::find(states_ready_for_restart.begin(), states_ready_for_restart.end(),
                               task.state) != states_ready_for_restart.end();
  if (procedure.restarts_running && ready) return true;
  return task.state != "Running" && is_past(seen.since, pause);
}

step_outcome restart_for(update_work work, const redfish_wait& wait, std::string why) {
  ++work.notes.reboots;
  work.notes.task = wait.task;
  return update_needs_restart(work, std::move(why));
}

/// The task succeeded, or the BMC no longer has it.
step_outcome task_is_over(update_work work, const redfish_wait& wait, std::string how) {
  if (procedure_of(work).needs_restart && work.notes.reboots == 0)
    return restart_for(std::move(work), wait, std::move(how));
  return update_waits(work, wait_for("end"));
}

/// Records a new state with its time.
std::optional<step_outcome> task_continues(const update_work& work, redfish_wait wait,
                                           std::string seen) {
  if (wait.seen == seen) return std::nullopt;
  wait.seen = std::move(seen);
  wait.since = system_clock{}.now();
  return update_waits(work, wait);
}

/// BMCs answer 404 for a task that they have not created yet, and for one that they have deleted.
std::optional<step_outcome> task_is_missing(update_work work, const redfish_wait& wait) {
  constexpr const char* not_seen = "?";
  const bool was_seen = !wait.seen.empty() && wait.seen != not_seen;
  if (!was_seen && wait.seen.empty()) return task_continues(work, wait, not_seen);
  if (!was_seen && !is_past(wait.since, work.options().task_made_within)) return std::nullopt;
  return task_is_over(std::move(work), wait, "the BMC no longer has the task");
}

redfish_probe_result watch_task(update_work work, redfish_wait wait) {
  const auto task = co_await get_task(work.call.bmc, wait.task);
  if (!task) co_return std::nullopt;  // it may be restarting
  switch (task->stage) {
    case task_stage::gone: co_return task_is_missing(std::move(work), wait);
    case task_stage::failed:
      co_return update_failed(work, "The BMC failed the update of " + work.order().component +
                                        " (" + task->state + "): " + task->words);
    case task_stage::ended:
      co_return task_is_over(std::move(work), wait, "the BMC accepted the image");
    default: break;
  }
  if (wait.seen != task->state) co_return task_continues(work, wait, task->state);
  if (waits_for_restart(work, *task, wait))
    co_return restart_for(std::move(work), wait, "its task is " + task->state);
  co_return std::nullopt;
}

/// A BMC restarts with its new firmware and then reports the new version.
redfish_probe_result watch_end(update_work work, redfish_wait wait) {
  const bool machines = procedure_of(work).needs_restart;
  const auto least =
      machines ? std::chrono::milliseconds{0} : work.options().firmware_update_reboot_delay;
  const std::chrono::milliseconds pause =
      work.order().wait.value_or(std::chrono::duration_cast<std::chrono::seconds>(least));
  const bool over = is_past(wait.since, pause);
  const auto now = co_await read_redfish_components(work.call.bmc, work.call.system);
  if (!now) co_return std::nullopt;
  const auto* part = find_component(*now, work.order().component);
  const bool changed = part != nullptr && part->current_version != work.notes.before;
  const bool may_end_early = !work.order().wait;
  if (!over && !(changed && may_end_early)) co_return std::nullopt;
  if (machines && work.notes.task.empty() && work.notes.reboots == 0 && !changed)
    co_return restart_for(std::move(work), wait, "the BMC returned no task");
  co_return update_of_next(std::move(work));
}

/// Waits until all resources that the update may have changed respond several times in a row.
redfish_probe_result watch_settling(update_work work, redfish_wait wait) {
  const auto& options = work.options();
  auto found = co_await read_redfish_components(work.call.bmc, work.call.system);
  const auto pause = static_cast<uint32_t>(std::max<int64_t>(
      std::chrono::ceil<std::chrono::seconds>(options.firmware_update_validation_interval).count(),
      1));
  if (!found && is_past(wait.since, options.firmware_update_resource_validation_timeout))
    co_return update_failed(
        work,
        "The machine's Redfish resources are unstable after the update: " + found.error().message);
  if (!found && wait.count == 0) co_return std::nullopt;
  wait.count = found ? wait.count + 1 : 0;
  if (wait.count < options.firmware_update_required_successes) {
    auto out = update_waits(work, wait);
    if (out.status == step_status::waiting) out.poll_seconds = pause;
    co_return out;
  }
  auto observed = without_step_notes(work.call.request);
  observed.firmware = std::move(*found);
  co_return step_done(std::move(observed), std::to_string(work.orders.size()) + " updates");
}

struct watch_row {
  std::string_view what;
  redfish_probe_result (*look)(update_work, redfish_wait);
};

constexpr std::array watches{
    watch_row{"task", &watch_task},
    watch_row{"end", &watch_end},
    watch_row{"settle", &watch_settling},
    watch_row{"search", &find_lost_update},
};

redfish_probe_result watch_update_of(redfish_call call) {
  const auto wait = read_redfish_wait(call.request.task_handle);
  auto work = read_update_work(std::move(call));
  const auto* row = watches.end();
  if (wait)
    row = std::find_if(watches.begin(), watches.end(),
                       [&](const auto& one) { return one.what == wait->what; });
  if (!work || row == watches.end())
    co_return step_failed(
        "The node's record of the update is missing, so its progress is unknown. Check the "
        "machine.");
  co_return co_await row->look(std::move(*work), *wait);
}

}  // namespace

redfish_probe_result watch_redfish_update(redfish_call call) {
  return watch_update_of(std::move(call));
}

}  // namespace ironbus
