#include "drivers/redfish/raid/redfish_raid.hpp"

#include "drivers/redfish/raid/raid_work.hpp"
#include "drivers/redfish/redfish_task.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr std::string_view apply_time = "@Redfish.OperationApplyTime";
constexpr std::array<std::string_view, 2> usable_times{"Immediate", "OnReset"};

/// The apply time; empty: the controller reports none.
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

/// Whether the change may be running despite the error.
bool may_be_running(const redfish_error& wrong) {
  return wrong.fault == redfish_fault::silent || wrong.fault == redfish_fault::broken ||
         wrong.fault == redfish_fault::unreadable;
}

/// Result of one round of changes.
struct raid_round {
  std::vector<size_t> busy;  ///< Controllers with a running task.
  bool lost = false;         ///< A response was lost.
  bool at_start = false;     ///< The tasks wait for the machine's next restart.
  std::optional<redfish_error> wrong;

  bool is_over() const { return lost || wrong.has_value(); }
};

void note_answer(raid_work& work, raid_round& so_far, size_t controller, const std::string& when,
                 const redfish_result<redfish_answer>& answer) {
  if (!answer) {
    so_far.lost = may_be_running(answer.error());
    so_far.wrong = answer.error();
    return;
  }
  const auto task = answer->status == 202 ? task_of(*answer) : std::string{};
  if (task.empty()) return;
  so_far.busy.push_back(controller);
  if (work.tasks.size() < raid_tasks_max) work.tasks.push_back(task);
  so_far.at_start |= when == "OnReset";
}

bool is_busy(const raid_round& so_far, size_t controller) {
  return std::find(so_far.busy.begin(), so_far.busy.end(), controller) != so_far.busy.end();
}

/// The next step after a round; unset: nothing to wait for.
std::optional<step_outcome> end_of_round(const raid_work& work, const raid_round& so_far) {
  if (so_far.lost) return raid_waits(work, wait_for("search"));
  if (so_far.wrong && work.tasks.empty()) return raid_failed(work, so_far.wrong->message);
  if (work.tasks.empty()) return std::nullopt;
  if (so_far.at_start) return start_for_tasks(work);
  return raid_waits(work, wait_for("tasks"));
}

boost::asio::awaitable<raid_round> make_volumes(raid_work& work,
                                                const std::vector<raid_controller>& controllers,
                                                const std::vector<planned_volume>& missing) {
  raid_round out;
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

/// Whether a BMC rejects the apply time although it lists it.
bool refuses_time(const redfish_error& wrong) {
  return wrong.says("SYS029") || wrong.says("OperationApplyTime");
}

boost::asio::awaitable<raid_round> remove_volumes(raid_work& work,
                                                  const std::vector<raid_controller>& controllers,
                                                  const std::set<std::string>& kept) {
  raid_round out;
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

redfish_outcome run_deletion(raid_work work) {
  const auto before = co_await read_raid_storage(work.call.bmc, work.call.system);
  if (!before) co_return raid_failed(work, before.error().message);
  const auto kept = kept_volumes(work.call, *before);
  work.left = volumes_left(work, *before);
  const auto so_far = co_await remove_volumes(work, *before, kept);
  if (auto next = end_of_round(work, so_far)) co_return std::move(*next);
  const auto after = co_await read_raid_storage(work.call.bmc, work.call.system);
  if (!after) co_return raid_failed(work, after.error().message);
  if (has_volumes_but(*after, kept)) co_return raid_waits(work, wait_for("shown"));
  if (work.call.request.what.name == "delete_configuration") co_return raid_done(work, *after);
  work.phase = "create";
  co_return step_part_done(raid_notes(work), "deleted the former volumes");
}

redfish_outcome run_creation(raid_work work) {
  const auto disks = disks_of(work.call);
  if (!disks) co_return step_refused(disks.error().message);
  const auto before = co_await read_raid_storage(work.call.bmc, work.call.system);
  if (!before) co_return raid_failed(work, before.error().message);
  const auto missing = plan_volumes(*disks, *before);
  if (!missing) co_return raid_failed(work, missing.error().message);
  work.left = missing->size();
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

raid_work new_raid_work(redfish_call call, const char* phase) {
  return {std::move(call), phase, system_clock{}.now(), {}, {}, false, 0};
}

/// Whether volumes must be deleted first. Removes them from `found`.
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
  const bool removes = raid_flag(call, "delete_existing", false) && drop_others(call, *found);
  const auto missing = plan_volumes(*disks, *found);
  if (!missing) co_return step_refused(missing.error().message);
  auto work = new_raid_work(std::move(call), removes ? "delete" : "create");
  if (missing->empty() && !removes) co_return raid_done(work, *found);
  co_return co_await begin_raid_round(std::move(work),
                                      std::to_string(missing->size()) + " volumes");
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
  auto begun = new_raid_work(std::move(call), "delete");
  if (!has_volumes_but(*found, {})) co_return raid_done(begun, *found);
  co_return co_await begin_raid_round(std::move(begun), "deleting volumes");
}

redfish_probe_result recover_volumes(redfish_call call) {
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

redfish_probe_result recover_redfish_volumes(redfish_call call) {
  return recover_volumes(std::move(call));
}

}  // namespace ironbus
