#include "ops/simulator/faults/fault_plan.hpp"

namespace ironbus::simulator {

namespace {

bool names(const std::string& wanted, std::string_view given) {
  return wanted.empty() || wanted == given;
}

std::minstd_rand random_of(uint64_t seed, std::string_view machine) {
  std::seed_seq mixed{std::seed_seq::result_type(seed), std::seed_seq::result_type(seed >> 32),
                      std::seed_seq::result_type(std::hash<std::string_view>{}(machine))};
  return std::minstd_rand{mixed};
}

}  // namespace

fault_plan::fault_plan(std::span<const fault_rule> rules, std::string_view machine,
                       std::string_view profile, uint64_t seed)
    : random_(random_of(seed, machine)) {
  for (const auto& rule : rules)
    if (names(rule.machine, machine) && names(rule.profile, profile)) entries_.push_back({&rule});
}

std::vector<const fault_rule*> fault_plan::take(std::string_view method, std::string_view path) {
  std::vector<const fault_rule*> out;
  for (auto& [rule, used] : entries_) {
    if (rule->count != 0 && used >= rule->count) continue;
    if (!names(rule->method, method)) continue;
    if (!rule->path.empty() && !fits_pattern(rule->path, path)) continue;
    if (!chance_of(*rule)) continue;
    ++used;
    out.push_back(rule);
  }
  return out;
}

bool fault_plan::chance_of(const fault_rule& rule) {
  if (rule.probability >= 1) return true;
  return std::uniform_real_distribution<double>{0, 1}(random_) < rule.probability;
}

}  // namespace ironbus::simulator
