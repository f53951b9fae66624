#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// A fault to inject into the simulated machines. "*" stands for any interface, step or node.
struct fake_failure {
  std::string interface = "*";
  std::string step = "*";
  std::string node = "*";  ///< UUID or name.
  /// How long after its start the step meets the fault; unset: when it would have ended.
  std::optional<double> after_seconds;
  /// "fail", "wait" (for the agent), "interrupt" or "never-answer".
  std::string how = "fail";
  uint32_t times = 0;  ///< Steps it strikes before it is used up; 0: all.
  std::string reason;  ///< Empty: a sentence that names the step.
};

/// Settings of fake-hardware, the section `fake`.
struct fake_options {
  /// Kind → seconds that each of its steps takes: "a", or "a,b" for a random time between them,
  /// most often in the middle. The options power_delay, deploy_delay, …
  std::map<std::string, std::string, std::less<>> delays;
  /// Makes random times; needed for ranges. The same seed gives the same step the same time.
  std::optional<uint64_t> seed;
  std::vector<fake_failure> failures;
  /// File to which each start and end of a real execution is appended; empty: none. It is what the
  /// simulated machines "know" after their worker died, so workers on one host share it.
  std::string journal;
};

}  // namespace ironbus
