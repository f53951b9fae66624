#include "ops/simulator/machine/machine_state.hpp"

#include "ops/simulator/machine/bios_attributes.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulator {

machine_state::machine_state(identity who, const profile& kind, const timing& speed, timestamp now)
    : who_(std::move(who)),
      kind_(kind),
      speed_(speed),
      now_(now),
      // Long ago, so that no waiting time applies.
      power_changed_(now - std::chrono::hours{24}),
      bios_(initial_bios()),
      versions_{std::string{kind.bios_version}, std::string{kind.bmc_version},
                std::string{kind.nic_version}} {}

void machine_state::advance(timestamp now) {
  while (!events_.empty() && events_.begin()->first <= now) {
    const auto due = events_.extract(events_.begin());
    now_ = std::max(now_, due.key());
    carry_out(due.mapped());
  }
  now_ = std::max(now_, now);
  forget_old_tasks();
}

std::string_view machine_state::manufacturer() const {
  const auto& own = who_.built_in.manufacturer;
  return own.empty() ? kind_.manufacturer : std::string_view{own};
}

std::string_view machine_state::model() const {
  const auto& own = who_.built_in.model;
  return own.empty() ? kind_.model : std::string_view{own};
}

std::optional<timestamp> machine_state::next_due() const {
  if (events_.empty()) return std::nullopt;
  return events_.begin()->first;
}

void machine_state::expect(timing::duration later, event_kind what, unsigned number) {
  events_.emplace(now_ + later, event{what, number});
}

void machine_state::watch(bool wanted) {
  watched_ = wanted;
  if (!watched_) machine_events_.clear();
}

void machine_state::note(machine_event_kind what, std::string task) {
  constexpr size_t kept_max = 64;  // enough, because they are fetched when they are due
  if (!watched_) return;
  if (machine_events_.size() >= kept_max) machine_events_.erase(machine_events_.begin());
  machine_events_.push_back({what, now_, std::move(task)});
}

void machine_state::carry_out(const event& what) {
  switch (what.what) {
    case event_kind::task_done: return end_task(what.number);
    case event_kind::bmc_down:
      bmc_restarting_ = true;
      ++bmc_restarts_;
      return expect(bmc_pause_, event_kind::bmc_up);
    case event_kind::bmc_up: bmc_restarting_ = false; return;
    default: break;
  }
  if (what.number != generation_) return;
  if (what.what == event_kind::powered_on) {
    power_ = machine_power::powered_on;
    power_changed_ = now_;
    log.add_transition(now_, true);
    note(machine_event_kind::powered_on);
    begin_post();
  } else if (what.what == event_kind::powered_off) {
    power_ = machine_power::powered_off;
    power_changed_ = now_;
    log.add_transition(now_, false);
    note(machine_event_kind::powered_off);
  } else {
    post_ = false;
    choose_boot();
  }
}

void machine_state::insert(const std::string& slot, medium what) {
  media_[slot] = std::move(what);
  if (body_ != nullptr) body_->change_medium(slot, media_[slot].image);
}

bool machine_state::eject(const std::string& slot) {
  if (media_.erase(slot) == 0) return false;
  if (body_ != nullptr) body_->change_medium(slot, std::nullopt);
  return true;
}

void machine_state::restart_bmc(timing::duration pause) {
  bmc_pause_ = pause;
  carry_out({event_kind::bmc_down});
}

void machine_state::set_pending_bios(const json& attributes) {
  for (const auto& [name, value] : attributes.items()) pending_bios_[name] = value;
}

const volume* machine_state::find_volume(std::string_view id) const {
  const auto found = std::ranges::find(volumes_, id, &volume::id);
  return found == volumes_.end() ? nullptr : &*found;
}

std::string machine_state::add_volume(volume wanted) {
  wanted.id = "Volume" + std::to_string(++volumes_made_);
  if (wanted.name.empty()) wanted.name = wanted.id;
  volumes_.push_back(std::move(wanted));
  return volumes_.back().id;
}

bool machine_state::remove_volume(std::string_view id) {
  return std::erase_if(volumes_, [&](const volume& x) { return x.id == id; }) > 0;
}

}  // namespace ironbus::simulator
