#include "drivers/redfish/raid/raid_work.hpp"

#include "drivers/redfish/redfish_task.hpp"
#include "messages/base/text.hpp"
#include "messages/contract/raid_config.hpp"

#include <algorithm>

namespace ironbus {

namespace {

/// Names of the current tasks, to recognise new ones after the next round.
boost::asio::awaitable<json> names_of_present_tasks(redfish_client bmc) {
  const auto listed = co_await list_tasks(std::move(bmc));
  co_return listed ? names_of_tasks(*listed) : json{};
}

}  // namespace

facts raid_notes(const raid_work& work) {
  return noted(work.call.request, {{"phase", work.phase},
                                   {"began", to_string(work.began)},
                                   {"known", work.known},
                                   {"restarted", work.restarted},
                                   {"left", work.left},
                                   {"tasks", work.tasks}});
}

std::optional<raid_work> read_raid_work(redfish_call call) {
  const auto notes = notes_of(call.request);
  const auto began = notes.is_object() ? noted_time(notes, "began") : std::nullopt;
  if (!began) return std::nullopt;
  raid_work out{std::move(call), member_text(notes, "phase"), *began, {}, {}, false, 0};
  out.known = notes.value("known", json{});
  out.restarted = notes.value("restarted", json{}) == true;
  const auto left = notes.value("left", json{});
  if (left.is_number_unsigned()) out.left = left.get<size_t>();
  const auto tasks = notes.value("tasks", json{});
  if (tasks.is_array())
    for (const auto& one : tasks)
      if (one.is_string()) out.tasks.push_back(one.get<std::string>());
  return out;
}

step_outcome raid_failed(const raid_work& work, const std::string& reason) {
  auto out = step_failed(reason);
  out.observed = without_step_notes(work.call.request);
  return out;
}

step_outcome raid_waits(const raid_work& work, const redfish_wait& wait) {
  const auto left = seconds_left(work.began, work.options().raid_config_timeout);
  if (!left) return raid_failed(work, "Creating or deleting the volumes timed out.");
  const auto pause =
      std::chrono::ceil<std::chrono::seconds>(work.options().raid_config_status_interval).count();
  auto out = step_waiting_for_task(wait.handle(), *left,
                                   static_cast<uint32_t>(std::max<int64_t>(pause, 1)));
  out.observed = raid_notes(work);
  return out;
}

step_outcome raid_done(const raid_work& work, const std::vector<raid_controller>& controllers) {
  auto out = without_step_notes(work.call.request);
  out.raid_config = shown_raid_config(controllers);
  return step_done(std::move(out));
}

bool raid_flag(const redfish_call& call, const char* name, bool otherwise) {
  const auto given = call.request.what.args.value(name, json{});
  return given.is_boolean() ? given.get<bool>() : otherwise;
}

result<json> disks_of(const redfish_call& call) {
  const bool applies = call.request.what.name == "apply_configuration";
  const auto& given = call.request.what.args.tree();
  const auto config = applies ? given.value("raid_config", json{})
                              : json(call.request.machine.target_raid_config.tree());
  if (auto good = check_raid_config(config); !good) return tl::unexpected(good.error());
  raid_selection which;
  which.root = raid_flag(call, "create_root_volume", true);
  which.others = raid_flag(call, "create_nonroot_volumes", !applies);
  auto out = selected_disks(config, which);
  if (!out.empty()) return out;
  return fail(error_code::invalid, "The node has no target RAID configuration.");
}

step_outcome start_for_tasks(raid_work work) {
  work.restarted = true;
  return step_needs_reboot(raid_notes(work), "volumes change when the machine restarts");
}

bool is_in_the_way(const raid_volume& volume, const std::set<std::string>& kept) {
  return !volume.type.empty() && !kept.contains(volume.path);
}

bool has_volumes_but(const std::vector<raid_controller>& controllers,
                     const std::set<std::string>& kept) {
  return std::any_of(controllers.begin(), controllers.end(), [&](const auto& one) {
    return std::any_of(one.volumes.begin(), one.volumes.end(),
                       [&](const auto& volume) { return is_in_the_way(volume, kept); });
  });
}

std::set<std::string> kept_volumes(const redfish_call& call,
                                   const std::vector<raid_controller>& controllers) {
  if (call.request.what.name == "delete_configuration") return {};
  const auto disks = disks_of(call);
  return disks ? matching_volumes(*disks, controllers) : std::set<std::string>{};
}

size_t volumes_left(const raid_work& work, const std::vector<raid_controller>& controllers) {
  if (work.phase == "delete") {
    const auto kept = kept_volumes(work.call, controllers);
    size_t out = 0;
    for (const auto& one : controllers)
      out += static_cast<size_t>(
          std::count_if(one.volumes.begin(), one.volumes.end(),
                        [&](const auto& volume) { return is_in_the_way(volume, kept); }));
    return out;
  }
  const auto disks = disks_of(work.call);
  if (!disks) return 0;
  const auto missing = plan_volumes(*disks, controllers);
  return missing ? missing->size() : 0;
}

redfish_outcome begin_raid_round(raid_work work, std::string evidence) {
  work.tasks.clear();
  work.restarted = false;
  work.known = co_await names_of_present_tasks(work.call.bmc);
  co_return step_part_done(raid_notes(work), std::move(evidence));
}

}  // namespace ironbus
