#include "ops/simulator/machine/bios_attributes.hpp"
#include "ops/simulator/machine/machine_state.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulator {

namespace {

enum class wish : uint8_t {
  power_up,
  power_off,
  shutdown,
  restart,
  graceful_restart,
  toggle,
  interrupt
};

struct reset_row {
  std::string_view type;
  wish what;
};

constexpr std::array resets{
    reset_row{"On", wish::power_up},
    reset_row{"ForceOn", wish::power_up},
    reset_row{"ForceOff", wish::power_off},
    reset_row{"GracefulShutdown", wish::shutdown},
    reset_row{"ForceRestart", wish::restart},
    reset_row{"PowerCycle", wish::restart},
    reset_row{"GracefulRestart", wish::graceful_restart},
    reset_row{"PushPowerButton", wish::toggle},
    reset_row{"Nmi", wish::interrupt},
};

struct medium_row {
  std::string_view target;
  std::string_view type;
};

// Media type for each boot target.
constexpr std::array medium_rows{
    medium_row{"Cd", "CD"},           medium_row{"UsbCd", "CD"},      medium_row{"Usb", "USBStick"},
    medium_row{"UsbHdd", "USBStick"}, medium_row{"Floppy", "Floppy"},
};

}  // namespace

bool machine_state::reset(std::string_view type, order_source origin) {
  const auto before = generation_;
  log.add_order({now_, std::string{type}, origin, false});
  const bool out = carry_out_reset(type);
  log.set_effect(generation_ != before);
  return out;
}

bool machine_state::carry_out_reset(std::string_view type) {
  const auto* row = std::ranges::find(resets, type, &reset_row::type);
  if (row == resets.end()) return false;
  const bool powered = power_ == machine_power::powered_on || power_ == machine_power::powering_on;
  // Only a running system reacts to a shutdown request.
  const bool system_runs = power_ == machine_power::powered_on && !post_ && !runs_.device.empty();
  switch (row->what) {
    case wish::power_up:
      if (powered) return false;
      power_up(speed_.power_on);
      return true;
    case wish::power_off:
      if (power_ == machine_power::powered_off) return false;
      power_down(speed_.power_off);
      return true;
    case wish::shutdown:
      if (power_ == machine_power::powered_off) return false;
      if (system_runs) end_system(false);
      return true;
    case wish::toggle:
      powered ? power_down(speed_.power_off) : power_up(speed_.power_on);
      return true;
    case wish::graceful_restart:
      if (!powered) return false;
      if (system_runs) end_system(true);
      return true;
    case wish::restart:
      if (!powered) return false;
      begin_post();
      return true;
    case wish::interrupt: return powered;
  }
  return false;
}

void machine_state::power_up(timing::duration later) {
  power_ = machine_power::powering_on;
  expect(later, event_kind::powered_on, ++generation_);
}

// A body reports by system_ended whether the system has followed the request.
void machine_state::end_system(bool restarts) {
  if (body_ != nullptr) return body_->request_end(restarts);
  restarts ? begin_post() : power_down(speed_.shutdown);
}

void machine_state::system_ended(unsigned run, bool restarts) {
  if (run != run_ || power_ != machine_power::powered_on) return;
  log.add_order(
      {now_, restarts ? "GracefulRestart" : "GracefulShutdown", order_source::system, true});
  restarts ? begin_post() : power_down({});
}

void machine_state::power_down(timing::duration later) {
  power_ = machine_power::powering_off;
  post_ = false;
  become({});
  if (body_ != nullptr) body_->stop();
  expect(later, event_kind::powered_off, ++generation_);
}

// Starts the tasks that wait for a start of the machine. They extend POST.
void machine_state::begin_post() {
  power_ = machine_power::powered_on;
  post_ = true;
  become({});
  ++generation_;
  secure.current = secure.enabled && secure.has_keys();  // without keys nothing is verified
  const auto longer = begin_waiting_tasks();
  apply_bios();
  if (stuck_) {
    stuck_ = false;
    return;
  }
  expect(speed_.post + longer, event_kind::post_done, generation_);
}

void machine_state::apply_bios() {
  const bool lost = std::ranges::any_of(tasks_, [](const auto& entry) {
    const auto& task = entry.second;
    return task.kind == task_kind::bios_settings && task.phase == task_phase::running && task.fails;
  });
  if (lost) pending_bios_ = json::object();
  if (bios_reset_) bios_ = initial_bios();
  bios_reset_ = false;
  for (const auto& [name, value] : pending_bios_.items()) bios_[name] = value;
  pending_bios_ = json::object();
}

void machine_state::become(booted what) {
  runs_ = std::move(what);
  ++run_;
}

void machine_state::boot_first(const std::string& target) {
  std::erase(boots_left_, target);
  boots_left_.insert(boots_left_.begin(), target);
}

void machine_state::choose_boot() {
  boots_left_ = boot_order;
  wanted_boot_.clear();
  if (boot.enabled != "Disabled") boot_first(wanted_boot_ = boot.target);
  if (const auto target = target_of_first_boot(first.device); !target.empty())
    boot_first(wanted_boot_ = target);
  body_ != nullptr ? start_body() : try_boots();
  end_override();
}

// The body's firmware tries the boot sources itself; the first one is shown as running.
void machine_state::start_body() {
  const auto wanted = boots_left_;
  become({boot_source::body, wanted.empty() ? "None" : wanted.front()});
  body_->start({.run = run_,
                .targets = wanted,
                .http_uri = boot.http_uri,
                .legacy = boot.mode == "Legacy",
                .secure = secure.enabled,
                .has_keys = secure.has_keys()});
}

void machine_state::end_override() {
  if (first.once) first = {};
  if (boot.enabled != "Once") return;
  boot.enabled = "Disabled";
  boot.target = "None";
  boot.http_uri.clear();
}

void machine_state::boot_next(unsigned run) {
  if (run == run_) try_boots();
}

void machine_state::try_boots() {
  booted found;
  while (found.device.empty() && !boots_left_.empty()) {
    found = boot_from(boots_left_.front());
    boots_left_.erase(boots_left_.begin());
  }
  note_boot(found);
  become(std::move(found));
}

// A machine that continues with the next source after an empty network boot has obeyed the
// override.
void machine_state::note_boot(const booted& what) {
  const auto wanted = std::exchange(wanted_boot_, {});
  boot_note out{now_, what.device, what.image};
  out.stale = !what.slot.empty() && !log.is_ordered(what.slot, what.image);
  out.missed = !wanted.empty() && wanted != "None" && wanted != what.device;
  log.add_boot(std::move(out));
}

booted machine_state::boot_from(const std::string& target) const {
  if (target == "None") return {};
  if (target == "Hdd") return disk_boots ? booted{boot_source::disk, target} : booted{};
  if (target == "Pxe") return {boot_source::network, target};
  // Without a URL in the BMC the firmware gets it from the network.
  if (target == "UefiHttp" && boot.http_uri.empty()) return {boot_source::network, target};
  if (target == "UefiHttp") return {boot_source::image, target, boot.http_uri};
  const auto* row = std::ranges::find(medium_rows, target, &medium_row::target);
  if (row == medium_rows.end()) return {boot_source::firmware, target};
  for (const auto& slot : kind_.slots) {
    const auto found = media_.find(slot.id);
    if (found != media_.end() && has_item(slot.types, row->type))
      return {boot_source::image, target, found->second.image, std::string{slot.id}};
  }
  return {};
}

}  // namespace ironbus::simulator
