#pragma once

#include "drivers/fake/fake_delay.hpp"
#include "messages/base/time.hpp"
#include "messages/wire/step.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// A task of a simulated machine. It goes on outside any process: its handle says of which step it
/// is and when it ends, so any worker can be asked about it, at any time.
struct fake_task {
  std::string claim;  ///< The step's.
  timestamp ends{};

  std::string handle() const;
};

/// One that begins now.
fake_task begin_fake_task(const step_id& step, fake_duration takes);

/// Unset: it is no handle of this machine.
std::optional<fake_task> read_fake_task(std::string_view handle);

/// Like a BMC the machine says when to ask for the end; of one that is far away at the latest that
/// can be said.
step_outcome wait_for_task(const fake_task& task, timestamp now);

}  // namespace ironbus
