#include "ops/simulator/bmc/machine_report.hpp"

#include <array>

namespace ironbus::simulator {

namespace {

template <class Entries, class Show>
json shown_list(const Entries& entries, Show show) {
  auto out = json::array();
  for (const auto& entry : entries) out.push_back(show(entry));
  return out;
}

json shown_order(const power_order& one) {
  return {{"when", ironbus::to_string(one.when)},
          {"type", one.type},
          {"from", one.origin == order_source::bmc ? "bmc" : "system"},
          {"had_effect", one.had_effect}};
}

json shown_transition(const power_transition& one) {
  return {{"when", ironbus::to_string(one.when)}, {"on", one.powered}, {"order", one.order}};
}

json shown_boot_note(const boot_note& one) {
  return {{"when", ironbus::to_string(one.when)},
          {"device", one.device},
          {"image", one.image},
          {"stale", one.stale},
          {"missed", one.missed}};
}

constexpr std::array summed{"requests",          "orders",     "update_count",
                            "power_order_count", "boot_count", "stale_boot_count",
                            "missed_boot_count"};

}  // namespace

json report_of(const machine_log& log) {
  return {{"power_orders", shown_list(log.orders(), shown_order)},
          {"power_changes", shown_list(log.transitions(), shown_transition)},
          {"boots", shown_list(log.boots(), shown_boot_note)},
          {"power_order_count", log.order_count()},
          {"boot_count", log.boot_count()},
          {"stale_boot_count", log.stale_count()},
          {"missed_boot_count", log.missed_count()}};
}

json total_of(const std::vector<json>& machines) {
  json out{{"machines", machines.size()}, {"quirks", json::object()}, {"by_machine", machines}};
  for (const auto* name : summed) out[name] = 0;
  for (const auto& one : machines) {
    for (const auto* name : summed)
      out[name] = out[name].get<uint64_t>() + one[name].get<uint64_t>();
    for (const auto& [quirk, met] : one["quirks"].items()) {
      auto& sum = out["quirks"][quirk];
      if (sum.is_null()) sum = {{"machines", 0}, {"met", 0}};
      sum["machines"] = sum["machines"].get<uint64_t>() + 1;
      sum["met"] = sum["met"].get<uint64_t>() + met.get<uint64_t>();
    }
  }
  return out;
}

}  // namespace ironbus::simulator
