#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// A fault to inject into the simulated machines. "*" means any interface, step or node.
struct fake_failure {
  std::string interface = "*";
  std::string step = "*";
  std::string node = "*";  ///< UUID or name.
  /// Seconds from the step's start to the fault; unset: at the step's normal end.
  std::optional<double> after_seconds;
  /// "fail", "wait" (for the agent), "interrupt" or "never-answer".
  std::string how = "fail";
  uint32_t times = 0;  ///< Number of steps until it is used up; 0: unlimited.
  std::string reason;  ///< Empty: a message that names the step.
};

/// Settings of fake-hardware, the section `fake`.
struct fake_options {
  /// Kind → duration of its steps in seconds: "a", or "a,b" for a random time between them, most
  /// often in the middle. The options power_delay, deploy_delay, …
  std::map<std::string, std::string, std::less<>> delays;
  /// Seed of random times, required for ranges. The same seed gives the same step the same time.
  std::optional<uint64_t> seed;
  std::vector<fake_failure> failures;
  /// Journal file of all starts and ends of executions; empty: none. It is the memory of the
  /// simulated machines after their worker died, so workers on one host share it.
  std::string journal;
};

}  // namespace ironbus
