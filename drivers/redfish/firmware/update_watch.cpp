#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/firmware/redfish_update.hpp"
#include "drivers/redfish/firmware/update_view.hpp"
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
/// States of a task that may not go on without a restart. "Scheduled" is of Dell.
constexpr std::array<std::string_view, 6> states_without_progress{
    "New", "Starting", "Pending", "Suspended", "Interrupted", "Scheduled"};
const std::string no_result;
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
  const bool stands = std::find(states_without_progress.begin(), states_without_progress.end(),
                                task.state) != states_without_progress.end();
  if (work.notes.reboots > 0) return stands && is_past(seen.since, pause * patience);
  const bool ready = std::find(states_ready_for_restart.begin(), states_ready_for_restart.end(),
                               task.state) != states_ready_for_restart.end();
  if (procedure.restarts_running && ready) return true;
  return stands && is_past(seen.since, pause);
}

step_outcome restart_for(update_work work, const redfish_wait& wait, std::string why) {
  ++work.notes.reboots;
  work.notes.task = wait.task;
  return update_needs_restart(work, std::move(why));
}

/// The task succeeded, or the BMC no longer has it. `result`: its good final state; empty: unknown.
step_outcome task_is_over(update_work work, const redfish_wait& wait, std::string result,
                          std::string how) {
  if (!result.empty()) work.notes.result = std::move(result);
  if (procedure_of(work).needs_restart && work.notes.reboots == 0)
    return restart_for(std::move(work), wait, std::move(how));
  auto end = wait_for("end");
  end.seen = work.notes.result;
  return update_waits(work, end);
}

/// Records a new state with its time.
std::optional<step_outcome> task_continues(const update_work& work, redfish_wait wait,
                                           std::string seen) {
  if (wait.seen == seen) return std::nullopt;
  wait.seen = std::move(seen);
  wait.since = system_clock{}.now();
  return update_waits(work, wait);
}

/// The BMC deleted the task, or never had it at that path. The list of tasks and the version are
/// read before the machine restarts.
redfish_probe_result task_is_gone(update_work work, redfish_wait wait) {
  const auto other = co_await find_listed_update(work, wait.task);
  if (!other) co_return std::nullopt;
  if (!other->empty()) co_return update_waits(work, wait_for("task", *other));
  const auto seen = co_await view_update(work, no_result);
  if (!seen) co_return std::nullopt;
  if (seen->has_changed() && !work.order().wait) {
    auto evidence = seen->evidence();
    co_return update_of_next(std::move(work), std::move(evidence));
  }
  co_return task_is_over(std::move(work), wait, {}, "the BMC no longer has the task");
}

/// BMCs answer 404 for a task that they have not created yet, and for one that they have deleted.
redfish_probe_result task_is_missing(update_work work, redfish_wait wait) {
  static constexpr const char* not_seen = "?";
  const bool was_seen = !wait.seen.empty() && wait.seen != not_seen;
  if (!was_seen && wait.seen.empty()) co_return task_continues(work, wait, not_seen);
  if (!was_seen && !is_past(wait.since, work.options().task_made_within)) co_return std::nullopt;
  co_return co_await task_is_gone(std::move(work), std::move(wait));
}

redfish_probe_result watch_task(update_work work, redfish_wait wait) {
  const auto task = co_await get_task(work.call.bmc, wait.task);
  if (!task) co_return std::nullopt;  // it may be restarting
  switch (task->stage) {
    case task_stage::gone: co_return co_await task_is_missing(std::move(work), std::move(wait));
    case task_stage::failed:
      co_return update_failed(work, "The BMC failed the update of " + work.order().component +
                                        " (" + task->state + "): " + task->words);
    case task_stage::ended:
      co_return task_is_over(std::move(work), wait, task->state, "the BMC accepted the image");
    default: break;
  }
  if (wait.seen != task->state) co_return task_continues(work, wait, task->state);
  if (waits_for_restart(work, *task, wait))
    co_return restart_for(std::move(work), wait, "its task is " + task->state);
  co_return std::nullopt;
}

/// How long another version is awaited. Without a sign of success longer, because the step fails
/// then.
std::chrono::milliseconds time_to_show(const update_work& work, const update_view& seen) {
  const auto& options = work.options();
  std::chrono::milliseconds out = options.firmware_update_reboot_delay;
  if (work.order().wait) out = *work.order().wait;
  if (seen.is_confirmed()) return out;
  return std::max(out, options.firmware_update_resource_validation_timeout);
}

/// The BMC, or the machine after its restart, shows the new version after a while.
redfish_probe_result watch_end(update_work work, redfish_wait wait) {
  const auto seen = co_await view_update(work, wait.seen);
  if (!seen) co_return std::nullopt;
  const bool no_task = work.notes.task.empty() && work.notes.reboots == 0;
  if (procedure_of(work).needs_restart && no_task && !seen->has_changed())
    co_return restart_for(std::move(work), wait, "the BMC returned no task");
  const bool may_end_early = seen->has_changed() && !work.order().wait;
  if (!may_end_early && !is_past(wait.since, time_to_show(work, *seen))) co_return std::nullopt;
  if (!seen->is_confirmed()) co_return update_failed(work, seen->reason());
  auto evidence = seen->evidence();
  co_return update_of_next(std::move(work), std::move(evidence));
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
