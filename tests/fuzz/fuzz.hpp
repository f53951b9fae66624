#pragma once

#include <string_view>

namespace ironbus {

/// What random input is fed to. `run` aborts on a finding.
struct fuzz_target {
  using function = void (*)(std::string_view input);

  fuzz_target(std::string_view name, function run);
};

}  // namespace ironbus
