#include "actors/node/editing/components.hpp"

#include <algorithm>

namespace ironbus {

namespace {

template <class T>
void sort_by(std::vector<T>& all, std::string T::*key) {
  std::sort(all.begin(), all.end(), [key](const T& a, const T& b) { return a.*key < b.*key; });
}

template <class T>
auto find_by(std::vector<T>& all, std::string T::*key, const std::string& value) {
  return std::find_if(all.begin(), all.end(), [&](const T& x) { return x.*key == value; });
}

/// Copies the times of the known value to the one that was read; returns whether it is new.
template <class T>
bool adopt_times(T& read, const T& known, timestamp now) {
  read.created_at = known.created_at;
  read.updated_at = known.updated_at;
  if (json(read) == json(known)) return false;
  read.updated_at = now;
  return true;
}

void emit_changed(decision& d, const char* what) {
  d.emit(event::node_updated, {{"changed", {what}}});
}

}  // namespace

void store_bios_settings(decision& decision, std::vector<bios_setting> read) {
  auto& known = decision.next.bios;
  bool changed = read.size() != known.size();
  for (auto& setting : read) {
    const auto found = find_by(known, &bios_setting::name, setting.name);
    setting.created_at = decision.ctx().now;
    setting.updated_at.reset();
    changed |= found == known.end() || adopt_times(setting, *found, decision.ctx().now);
  }
  if (!changed) return;
  sort_by(read, &bios_setting::name);
  known = std::move(read);
  emit_changed(decision, "bios");
}

void store_firmware_components(decision& decision, const std::vector<firmware_component>& read) {
  auto& known = decision.next.firmware;
  bool changed = false;
  for (auto part : read) {
    const auto found = find_by(known, &firmware_component::component, part.component);
    const bool is_new = found == known.end();
    if (is_new ? !part.initial_version : true)
      part.initial_version = is_new ? part.current_version : found->initial_version;
    const auto before = is_new ? part.initial_version : found->current_version;
    part.last_version_flashed = is_new ? std::nullopt : found->last_version_flashed;
    if (part.current_version != before) part.last_version_flashed = part.current_version;
    part.created_at = decision.ctx().now;
    part.updated_at.reset();
    if (is_new) {
      known.push_back(std::move(part));
      changed = true;
    } else if (adopt_times(part, *found, decision.ctx().now)) {
      *found = std::move(part);
      changed = true;
    }
  }
  if (!changed) return;
  sort_by(known, &firmware_component::component);
  emit_changed(decision, "firmware");
}

}  // namespace ironbus
