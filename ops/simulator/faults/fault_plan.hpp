#pragma once

#include "ops/simulator/faults/fault_rule.hpp"

#include <cstdint>
#include <random>
#include <span>
#include <string_view>
#include <vector>

namespace ironbus::simulator {

/// The rules as far as they are for one machine, and how often each has been used there. What is
/// left to chance follows from the seed and the machine's name.
class fault_plan {
public:
  fault_plan(std::span<const fault_rule> rules, std::string_view machine, std::string_view profile,
             uint64_t seed);

  /// What goes wrong at this request, which counts as used.
  std::vector<const fault_rule*> take(std::string_view method, std::string_view path);

private:
  struct entry {
    const fault_rule* rule;
    unsigned used = 0;
  };

  bool chance_of(const fault_rule& rule);

  std::vector<entry> entries_;
  std::minstd_rand random_;  // small: there is one in each of thousands of machines
};

}  // namespace ironbus::simulator
