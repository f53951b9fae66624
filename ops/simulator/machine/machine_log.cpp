#include "ops/simulator/machine/machine_log.hpp"

#include <utility>

namespace ironbus::simulator {

namespace {

constexpr size_t log_entries_max = 256;

template <class Entry>
void append_bounded(std::vector<Entry>& entries, Entry what) {
  if (entries.size() >= log_entries_max) entries.erase(entries.begin());
  entries.push_back(std::move(what));
}

}  // namespace

void machine_log::add_order(power_order what) {
  ++order_count_;
  if (what.had_effect) cause_ = order_count_;
  append_bounded(orders_, std::move(what));
}

void machine_log::set_effect(bool had_effect) {
  orders_.back().had_effect = had_effect;
  if (had_effect) cause_ = order_count_;
}

void machine_log::add_transition(timestamp when, bool powered) {
  append_bounded(transitions_, {when, powered, cause_});
}

void machine_log::add_boot(boot_note what) {
  ++boot_count_;
  if (what.stale) ++stale_count_;
  if (what.missed) ++missed_count_;
  append_bounded(boots_, std::move(what));
}

bool machine_log::is_ordered(const std::string& slot, const std::string& image) const {
  const auto found = ordered_.find(slot);
  return found != ordered_.end() && found->second == image;
}

}  // namespace ironbus::simulator
