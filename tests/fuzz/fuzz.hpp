#pragma once

#include <cstdlib>
#include <string_view>

namespace ironbus {

/// What random input is fed to. `run` aborts on a finding.
struct fuzz_target {
  using function = void (*)(std::string_view input);

  fuzz_target(std::string_view name, function run);
};

/// Whatever does not hold is a finding.
inline void demand(bool holds) {
  if (!holds) std::abort();
}

}  // namespace ironbus
