#pragma once

#include "drivers/fake/fake_delay.hpp"
#include "messages/base/time.hpp"
#include "messages/wire/step.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// A task of a simulated machine. It exists outside of any process: its handle contains the step
/// and the end time, so any worker can probe it at any time.
struct fake_task {
  std::string claim;  ///< Claim of the step.
  timestamp ends{};

  std::string handle() const;
};

/// A task that starts now.
fake_task begin_fake_task(const step_id& step, fake_duration takes);

/// Unset: not a handle of this machine.
std::optional<fake_task> read_fake_task(std::string_view handle);

/// Like a BMC, the machine returns the time of the next poll; for a distant end the longest allowed
/// time.
step_outcome wait_for_task(const fake_task& task, timestamp now);

}  // namespace ironbus
