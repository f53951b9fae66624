#include "ops/simulator/machine/machine_state.hpp"

#include <algorithm>

namespace ironbus::simulator {

namespace {

bool is_update(task_kind kind) {
  return kind == task_kind::firmware_bios || kind == task_kind::firmware_nic ||
         kind == task_kind::firmware_bmc;
}

}  // namespace

machine_task& machine_state::begin_task(task_kind kind, bool after_reset, std::string subject,
                                        json details) {
  const auto number = ++tasks_made_;
  auto& task = tasks_[number];
  task.id = std::to_string(number);
  task.kind = kind;
  task.made = now_;
  task.subject = std::move(subject);
  task.details = std::move(details);
  if (is_update(kind)) ++updates_begun_;
  if (!after_reset) run_task(number);
  return task;
}

const machine_task* machine_state::find_task(std::string_view id) const {
  for (const auto& [number, task] : tasks_)
    if (task.id == id) return &task;
  return nullptr;
}

bool machine_state::forget_task(std::string_view id) {
  return std::erase_if(tasks_, [&](const auto& entry) { return entry.second.id == id; }) > 0;
}

void machine_state::forget_tasks() {
  const bool settings_wait = std::ranges::any_of(tasks_, [](const auto& entry) {
    return entry.second.kind == task_kind::bios_settings &&
           entry.second.phase == task_phase::waiting;
  });
  if (settings_wait) pending_bios_ = json::object();
  std::erase_if(tasks_,
                [](const auto& entry) { return entry.second.phase != task_phase::running; });
}

timing::duration machine_state::length_of(task_kind kind) const {
  switch (kind) {
    case task_kind::bios_settings: return speed_.bios_settings;
    case task_kind::volume_create:
    case task_kind::volume_delete: return speed_.volume;
    default: return speed_.firmware;
  }
}

void machine_state::run_task(unsigned number) {
  auto& task = tasks_.at(number);
  const auto length = length_of(task.kind);
  task.phase = task_phase::running;
  task.begun = now_;
  task.ends = now_ + length;
  expect(length, event_kind::task_done, number);
  if (task.kind != task_kind::firmware_bmc) return;
  // The BMC restarts halfway; the task ends afterwards.
  bmc_pause_ = speed_.bmc_restart;
  expect(length / 2, event_kind::bmc_down);
}

timing::duration machine_state::begin_waiting_tasks() {
  timing::duration longest{};
  for (auto& [number, task] : tasks_) {
    if (task.phase != task_phase::waiting) continue;
    run_task(number);
    longest = std::max(longest, length_of(task.kind));
  }
  return longest;
}

void machine_state::end_task(unsigned number) {
  const auto found = tasks_.find(number);
  if (found == tasks_.end() || found->second.phase != task_phase::running) return;
  auto& task = found->second;
  // A restarting BMC continues its task afterwards.
  if (bmc_restarting_) return expect(bmc_pause_, event_kind::task_done, number);
  task.ends = now_;
  task.phase = task.fails ? task_phase::failed : task_phase::completed;
  note(task.fails ? machine_event_kind::task_failed : machine_event_kind::task_completed, task.id);
  if (!task.fails) take_effect(task);
}

void machine_state::take_effect(const machine_task& task) {
  switch (task.kind) {
    case task_kind::volume_create: {
      volume made;
      made.name = task.details.value("name", "");
      made.raid_type = task.details.value("raid_type", "");
      made.bytes = task.details.value("bytes", int64_t{0});
      made.drives = task.details.value("drives", std::vector<unsigned>{});
      add_volume(std::move(made));
      return;
    }
    case task_kind::volume_delete: remove_volume(task.subject); return;
    case task_kind::firmware_bios: versions_.bios = task.subject; return;
    case task_kind::firmware_bmc: versions_.bmc = task.subject; return;
    case task_kind::firmware_nic: versions_.nic = task.subject; return;
    default: return;
  }
}

void machine_state::forget_old_tasks() {
  std::erase_if(tasks_, [this](const auto& entry) {
    return entry.second.over() && entry.second.ends + kind_.task_kept <= now_;
  });
}

}  // namespace ironbus::simulator
