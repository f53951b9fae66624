#pragma once

#include "messages/base/errors.hpp"
#include "messages/wire/step.hpp"

#include <optional>
#include <string>

namespace ironbus {

/// What the node itself says about one of its steps, in driver_info: `fake_delays`,
/// `fake_failures`, `fake_waits`. Keys are "<interface>.<step>", or "<interface>" for all its
/// steps.
struct fake_script {
  std::optional<double> delay_seconds;
  std::optional<std::string> failure;
  std::optional<awaited> waits_for;  ///< agent, or task: the machine goes on by itself.
};

/// Checks the three keys of a driver_info, whatever steps they name; unset: valid. The failure is
/// `invalid` and names key and value.
std::optional<failure> check_fake_script(const json& driver_info);

/// What is said about a step; the failure is that of check_fake_script.
result<fake_script> find_fake_script(const json& driver_info, const step& step);

}  // namespace ironbus
