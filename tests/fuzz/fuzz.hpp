#pragma once

#include <cstdlib>
#include <string_view>

namespace ironbus {

/// A target for random input. `run` aborts on a finding.
struct fuzz_target {
  using function = void (*)(std::string_view input);

  fuzz_target(std::string_view name, function run);
};

/// Aborts if the condition is false: a finding.
inline void demand(bool holds) {
  if (!holds) std::abort();
}

}  // namespace ironbus
