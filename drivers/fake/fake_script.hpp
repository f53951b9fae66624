#pragma once

#include "messages/base/errors.hpp"
#include "messages/wire/step.hpp"

#include <optional>
#include <string>

namespace ironbus {

/// Script of one step in the node's driver_info: `fake_delays`, `fake_failures`, `fake_waits`. Keys
/// are "<interface>.<step>", or "<interface>" for all its steps.
struct fake_script {
  std::optional<double> delay_seconds;
  std::optional<std::string> failure;
  std::optional<awaited> waits_for;  ///< agent, or task: the machine continues by itself.
};

/// Checks the three keys of a driver_info, for any step. Unset: valid. The failure is `invalid` and
/// names key and value.
std::optional<failure> check_fake_script(const json& driver_info);

/// The script of a step. Fails like check_fake_script.
result<fake_script> find_fake_script(const json& driver_info, const step& step);

}  // namespace ironbus
