#include "drivers/redfish/redfish_raid.hpp"

#include "drivers/redfish/raid_storage.hpp"
#include "drivers/redfish/redfish_notes.hpp"
#include "drivers/redfish/redfish_task.hpp"
#include "messages/base/text.hpp"
#include "messages/contract/raid_config.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr std::string_view apply_time = "@Redfish.OperationApplyTime";
constexpr std::array<std::string_view, 2> usable_times{"Immediate", "OnReset"};
constexpr size_t tasks_max = 64;

/// How far a step has come.
struct raid_work {
  redfish_call call;
  std::string phase;  ///< "delete", "create".
  timestamp began{};
  json known;                      ///< Names of the tasks there were before; null: none are listed.
  std::vector<std::string> tasks;  ///< Those that are under way.
  bool restarted = false;          ///< The machine was started anew for them.

  const redfish_options& options() const { return call.bmc.options(); }
};

facts raid_notes(const raid_work& work) {
  return noted(work.call.request, {{"phase", work.phase},
                                   {"began", to_string(work.began)},
                                   {"known", work.known},
                                   {"restarted", work.restarted},
                                   {"tasks", work.tasks}});
}

std::optional<raid_work> read_raid_work(redfish_call call) {
  const auto notes = notes_of(call.request);
  const auto began = notes.is_object() ? noted_time(notes, "began") : std::nullopt;
  if (!began) return std::nullopt;
  raid_work out{std::move(call), member_text(notes, "phase"), *began, {}, {}, false};
  out.known = notes.value("known", json{});
  out.restarted = notes.value("restarted", json{}) == true;
  const auto tasks = notes.value("tasks", json{});
  if (tasks.is_array())
    for (const auto& one : tasks)
      if (one.is_string()) out.tasks.push_back(one.get<std::string>());
  return out;
}

step_outcome raid_failed(const raid_work& work, const std::string& reason) {
  auto out = step_failed(reason);
  out.observed = nothing_noted(work.call.request);
  return out;
}

step_outcome raid_waits(const raid_work& work, const redfish_wait& wait) {
  const auto left = seconds_left(work.began, work.options().raid_config_timeout);
  if (!left) return raid_failed(work, "The volumes were not made or removed in time.");
  const auto pause =
      std::chrono::ceil<std::chrono::seconds>(work.options().raid_config_status_interval).count();
  auto out = step_waiting_for_task(wait.handle(), *left,
                                   static_cast<uint32_t>(std::max<int64_t>(pause, 1)));
  out.observed = raid_notes(work);
  return out;
}

step_outcome raid_done(const raid_work& work, const std::vector<raid_controller>& controllers) {
  auto out = nothing_noted(work.call.request);
  out.raid_config = shown_raid_config(controllers);
  return step_done(std::move(out));
}

bool asked(const redfish_call& call, const char* name, bool otherwise) {
  const auto given = call.request.what.args.value(name, json{});
  return given.is_boolean() ? given.get<bool>() : otherwise;
}

/// The logical disks that the step is about. For deployments and services only the root volume is
/// made unless others are asked for.
result<json> disks_of(const redfish_call& call) {
  const bool applies = call.request.what.name == "apply_configuration";
  const auto& given = call.request.what.args.tree();
  const auto config = applies ? given.value("raid_config", json{})
                              : json(call.request.machine.target_raid_config.tree());
  if (auto good = check_raid_config(config); !good) return tl::unexpected(good.error());
  raid_selection which;
  which.root = asked(call, "create_root_volume", true);
  which.others = asked(call, "create_nonroot_volumes", !applies);
  auto out = selected_disks(config, which);
  if (!out.empty()) return out;
  return fail(error_code::invalid, "The node has no target RAID configuration to be made.");
}

/// When the controller is to do it; empty: it does not say what it can.
std::string time_of(const raid_controller& controller) {
  const auto& times = controller.apply_times;
  for (const auto one : usable_times)
    if (std::find(times.begin(), times.end(), one) != times.end()) return std::string{one};
  return {};
}

json volume_body(const planned_volume& planned, const std::string& when) {
  auto drives = json::array();
  for (const auto& path : planned.drives) drives.push_back({{"@odata.id", path}});
  json out{{"RAIDType", planned.type}, {"Links", {{"Drives", std::move(drives)}}}};
  if (planned.bytes) out["CapacityBytes"] = *planned.bytes;
  if (!planned.name.empty()) out["Name"] = planned.name;
  if (!when.empty()) out[std::string{apply_time}] = when;
  return out;
}

json time_body(const std::string& when) {
  if (when.empty()) return nullptr;
  return {{std::string{apply_time}, when}};
}

/// Whether a change may be under way whose answer was none.
bool may_be_begun(const redfish_error& wrong) {
  return wrong.fault == redfish_fault::silent || wrong.fault == redfish_fault::broken ||
         wrong.fault == redfish_fault::unreadable;
}

/// What one change of a controller has led to.
struct round {
  std::vector<size_t> busy;  ///< Controllers that work on a task.
  bool lost = false;         ///< An answer was lost.
  bool at_start = false;     ///< The tasks wait for the machine's next start.
  std::optional<redfish_error> wrong;

  bool is_over() const { return lost || wrong.has_value(); }
};

void note_answer(raid_work& work, round& so_far, size_t controller, const std::string& when,
                 const redfish_result<redfish_answer>& answer) {
  if (!answer) {
    so_far.lost = may_be_begun(answer.error());
    so_far.wrong = answer.error();
    return;
  }
  const auto task = answer->status == 202 ? task_of(*answer) : std::string{};
  if (task.empty()) return;
  so_far.busy.push_back(controller);
  if (work.tasks.size() < tasks_max) work.tasks.push_back(task);
  so_far.at_start |= when == "OnReset";
}

bool is_busy(const round& so_far, size_t controller) {
  return std::find(so_far.busy.begin(), so_far.busy.end(), controller) != so_far.busy.end();
}

step_outcome start_for_tasks(raid_work work) {
  work.restarted = true;
  return step_needs_reboot(raid_notes(work), "volumes change when the machine starts");
}

/// What follows a round; unset: nothing is left to wait for.
std::optional<step_outcome> end_of_round(const raid_work& work, const round& so_far) {
  if (so_far.lost) return raid_waits(work, wait_for("search"));
  if (so_far.wrong && work.tasks.empty()) return raid_failed(work, so_far.wrong->message);
  if (work.tasks.empty()) return std::nullopt;
  if (so_far.at_start) return start_for_tasks(work);
  return raid_waits(work, wait_for("tasks"));
}

boost::asio::awaitable<round> make_volumes(raid_work& work,
                                           const std::vector<raid_controller>& controllers,
                                           const std::vector<planned_volume>& missing) {
  round out;
  for (const auto& one : missing) {
    if (out.is_over()) break;
    if (is_busy(out, one.controller)) continue;
    const auto& controller = controllers[one.controller];
    const auto when = time_of(controller);
    auto body = volume_body(one, when);
    const auto answer = co_await work.call.bmc.post(controller.volumes_path, std::move(body));
    note_answer(work, out, one.controller, when, answer);
  }
  co_return out;
}

/// Whether a BMC does not know the time, whatever it has said.
bool refuses_time(const redfish_error& wrong) {
  return wrong.says("SYS029") || wrong.says("OperationApplyTime");
}

bool is_in_the_way(const raid_volume& volume, const std::set<std::string>& kept) {
  return !volume.type.empty() && !kept.contains(volume.path);
}

boost::asio::awaitable<round> remove_volumes(raid_work& work,
                                             const std::vector<raid_controller>& controllers,
                                             const std::set<std::string>& kept) {
  round out;
  for (size_t i = 0; i < controllers.size(); ++i)
    for (const auto& volume : controllers[i].volumes) {
      if (!is_in_the_way(volume, kept) || is_busy(out, i) || out.is_over()) continue;
      const auto when = time_of(controllers[i]);
      auto answer = co_await work.call.bmc.remove(volume.path, time_body(when));
      if (!answer && !when.empty() && refuses_time(answer.error()))
        answer = co_await work.call.bmc.remove(volume.path);
      if (!answer && answer.error().fault == redfish_fault::missing) continue;
      note_answer(work, out, i, when, answer);
    }
  co_return out;
}

bool has_volumes_but(const std::vector<raid_controller>& controllers,
                     const std::set<std::string>& kept) {
  return std::any_of(controllers.begin(), controllers.end(), [&](const auto& one) {
    return std::any_of(one.volumes.begin(), one.volumes.end(),
                       [&](const auto& volume) { return is_in_the_way(volume, kept); });
  });
}

/// Those that stay where the others are removed: what is to be made, and is there already.
std::set<std::string> kept_volumes(const redfish_call& call,
                                   const std::vector<raid_controller>& controllers) {
  if (call.request.what.name == "delete_configuration") return {};
  const auto disks = disks_of(call);
  return disks ? matching_volumes(*disks, controllers) : std::set<std::string>{};
}

redfish_outcome run_deletion(raid_work work) {
  const auto before = co_await read_raid_storage(work.call.bmc, work.call.system);
  if (!before) co_return raid_failed(work, before.error().message);
  const auto kept = kept_volumes(work.call, *before);
  const auto so_far = co_await remove_volumes(work, *before, kept);
  if (auto next = end_of_round(work, so_far)) co_return std::move(*next);
  const auto after = co_await read_raid_storage(work.call.bmc, work.call.system);
  if (!after) co_return raid_failed(work, after.error().message);
  if (has_volumes_but(*after, kept)) co_return raid_waits(work, wait_for("shown"));
  if (work.call.request.what.name == "delete_configuration") co_return raid_done(work, *after);
  work.phase = "create";
  co_return step_part_done(raid_notes(work), "the former volumes are removed");
}

redfish_outcome run_creation(raid_work work) {
  const auto disks = disks_of(work.call);
  if (!disks) co_return step_refused(disks.error().message);
  const auto before = co_await read_raid_storage(work.call.bmc, work.call.system);
  if (!before) co_return raid_failed(work, before.error().message);
  const auto missing = plan_volumes(*disks, *before);
  if (!missing) co_return raid_failed(work, missing.error().message);
  const auto so_far = co_await make_volumes(work, *before, *missing);
  if (auto next = end_of_round(work, so_far)) co_return std::move(*next);
  const auto after = co_await read_raid_storage(work.call.bmc, work.call.system);
  if (!after) co_return raid_failed(work, after.error().message);
  const auto left = plan_volumes(*disks, *after);
  if (left && left->empty()) co_return raid_done(work, *after);
  co_return raid_waits(work, wait_for("shown"));
}

redfish_outcome go_on_with_volumes(raid_work work) {
  if (!work.tasks.empty()) co_return raid_waits(work, wait_for("tasks"));
  if (work.phase == "delete") co_return co_await run_deletion(std::move(work));
  co_return co_await run_creation(std::move(work));
}

/// Which tasks there are now, so that those of the next round are known from them.
boost::asio::awaitable<json> names_of_present_tasks(redfish_client bmc) {
  const auto listed = co_await list_tasks(std::move(bmc));
  co_return listed ? names_of_tasks(*listed) : json{};
}

raid_work work_that_begins(redfish_call call, const char* phase) {
  return {std::move(call), phase, system_clock{}.now(), {}, {}, false};
}

/// A first part that changes nothing.
redfish_outcome begin_round(raid_work work, std::string evidence) {
  work.tasks.clear();
  work.restarted = false;
  work.known = co_await names_of_present_tasks(work.call.bmc);
  co_return step_part_done(raid_notes(work), std::move(evidence));
}

/// Whether volumes have to go first; those are left out of what there is.
bool drop_others(const redfish_call& call, std::vector<raid_controller>& found) {
  const auto kept = kept_volumes(call, found);
  const bool others = has_volumes_but(found, kept);
  for (auto& one : found)
    std::erase_if(one.volumes,
                  [&](const raid_volume& volume) { return is_in_the_way(volume, kept); });
  return others;
}

redfish_outcome begin_creation(redfish_call call) {
  const auto disks = disks_of(call);
  if (!disks) co_return step_refused(disks.error().message);
  auto found = co_await read_raid_storage(call.bmc, call.system);
  if (!found) co_return redfish_step_failed(found.error());
  const bool removes = asked(call, "delete_existing", false) && drop_others(call, *found);
  const auto missing = plan_volumes(*disks, *found);
  if (!missing) co_return step_refused(missing.error().message);
  auto work = work_that_begins(std::move(call), removes ? "delete" : "create");
  if (missing->empty() && !removes) co_return raid_done(work, *found);
  co_return co_await begin_round(std::move(work), std::to_string(missing->size()) + " volumes");
}

redfish_outcome create_volumes(redfish_call call) {
  auto work = read_raid_work(call);
  if (!work) co_return co_await begin_creation(std::move(call));
  co_return co_await go_on_with_volumes(std::move(*work));
}

redfish_outcome delete_volumes(redfish_call call) {
  auto work = read_raid_work(call);
  if (work) co_return co_await go_on_with_volumes(std::move(*work));
  const auto found = co_await read_raid_storage(call.bmc, call.system);
  if (!found) co_return redfish_step_failed(found.error());
  auto begun = work_that_begins(std::move(call), "delete");
  if (!has_volumes_but(*found, {})) co_return raid_done(begun, *found);
  co_return co_await begin_round(std::move(begun), "volumes are to be removed");
}

// -- waiting --------------------------------------------------------------------------------------

/// One that nobody knows when it is to begin, and that does not.
bool awaits_start(const raid_work& work, const redfish_task& task, const redfish_wait& wait) {
  return !work.restarted && task.stage == task_stage::going_on && task.state != "Running" &&
         is_past(wait.since, work.options().firmware_update_nic_starting_wait);
}

/// What the BMC does not know it may be about to make.
bool is_over(const redfish_task& task, const redfish_wait& wait, const redfish_options& options) {
  return task.stage == task_stage::ended ||
         (task.stage == task_stage::gone && is_past(wait.since, options.task_made_within));
}

redfish_found watch_tasks(raid_work work, redfish_wait wait) {
  bool all_over = true;
  for (const auto& path : work.tasks) {
    const auto task = co_await get_task(work.call.bmc, path);
    if (!task) co_return std::nullopt;
    if (task->stage == task_stage::failed)
      co_return raid_failed(work, "The BMC has failed a change of the volumes (" + task->state +
                                      "): " + task->words);
    if (awaits_start(work, *task, wait)) co_return start_for_tasks(std::move(work));
    all_over = all_over && is_over(*task, wait, work.options());
  }
  if (!all_over) co_return std::nullopt;
  co_return co_await begin_round(std::move(work), "a round of changes is over");
}

redfish_found search_tasks(raid_work work, redfish_wait wait) {
  const auto listed = co_await list_tasks(work.call.bmc);
  if (!listed && listed.error().fault != redfish_fault::missing) co_return std::nullopt;
  if (listed)
    for (const auto& path : new_tasks(*listed, work.known)) {
      const auto task = co_await get_task(work.call.bmc, path);
      if (!task) co_return std::nullopt;
      if (task->stage == task_stage::going_on) work.tasks.push_back(path);
    }
  if (!work.tasks.empty())
    co_return step_part_done(raid_notes(work), "the task of an order without an answer is found");
  if (!is_past(wait.since, work.options().task_made_within)) co_return std::nullopt;
  co_return co_await begin_round(std::move(work), "the BMC works on no volume");
}

bool is_as_it_should_be(const raid_work& work, const std::vector<raid_controller>& found) {
  if (work.phase == "delete") return !has_volumes_but(found, kept_volumes(work.call, found));
  const auto disks = disks_of(work.call);
  if (!disks) return true;  // the next part says why
  const auto left = plan_volumes(*disks, found);
  return left && left->empty();
}

/// The BMC has agreed to all, and is to show it.
redfish_found watch_shown(raid_work work, redfish_wait) {
  const auto found = co_await read_raid_storage(work.call.bmc, work.call.system);
  if (!found || !is_as_it_should_be(work, *found)) co_return std::nullopt;
  co_return co_await begin_round(std::move(work), "the volumes are as they should be");
}

struct raid_watch_row {
  std::string_view what;
  redfish_found (*look)(raid_work, redfish_wait);
};

constexpr std::array raid_watches{
    raid_watch_row{"tasks", &watch_tasks},
    raid_watch_row{"search", &search_tasks},
    raid_watch_row{"shown", &watch_shown},
};

redfish_found watch_volumes(redfish_call call) {
  const auto wait = read_redfish_wait(call.request.task_handle);
  auto work = read_raid_work(std::move(call));
  const auto* row = raid_watches.end();
  if (wait)
    row = std::find_if(raid_watches.begin(), raid_watches.end(),
                       [&](const auto& one) { return one.what == wait->what; });
  if (!work || row == raid_watches.end())
    co_return step_failed("What the node has noted of its volumes is lost.");
  co_return co_await row->look(std::move(*work), *wait);
}

redfish_found recover_volumes(redfish_call call) {
  const auto work = read_raid_work(std::move(call));
  if (!work || !work->tasks.empty()) co_return std::nullopt;
  co_return raid_waits(*work, wait_for("search"));
}

}  // namespace

redfish_outcome create_redfish_volumes(redfish_call call) {
  return create_volumes(std::move(call));
}

redfish_outcome delete_redfish_volumes(redfish_call call) {
  return delete_volumes(std::move(call));
}

redfish_found watch_redfish_volumes(redfish_call call) { return watch_volumes(std::move(call)); }

redfish_found recover_redfish_volumes(redfish_call call) {
  return recover_volumes(std::move(call));
}

}  // namespace ironbus
