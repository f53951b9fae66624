#pragma once

#include "ops/simulator/faults/fault_rule.hpp"

#include <cstdint>
#include <random>
#include <span>
#include <string_view>
#include <vector>

namespace ironbus::simulator {

/// The fault rules for one machine, and how often each was used. Random choices depend only on the
/// seed and the machine's name.
class fault_plan {
public:
  fault_plan(std::span<const fault_rule> rules, std::string_view machine, std::string_view profile,
             uint64_t seed);

  /// Returns the faults of this request, and counts them as used.
  std::vector<const fault_rule*> take(std::string_view method, std::string_view path);

private:
  struct entry {
    const fault_rule* rule;
    unsigned used = 0;
  };

  bool chance_of(const fault_rule& rule);

  std::vector<entry> entries_;
  std::minstd_rand random_;  // small, because there are thousands of machines
};

}  // namespace ironbus::simulator
