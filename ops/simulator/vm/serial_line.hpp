#pragma once

#include "drivers/kit/process/spawn.hpp"
#include "messages/base/errors.hpp"

#include <poll.h>

#include <cstdint>
#include <vector>

namespace ironbus::simulator {

/// A machine's serial line: what the machine says goes to whoever is connected, and what he says to
/// the machine. Without anybody it is read all the same, so that the machine never waits. For one
/// thread, which polls.
class serial_line {
public:
  /// Listens on 127.0.0.1; one at a time is connected, the last one who came. `unavailable` if no
  /// port can be had.
  result<uint16_t> listen();

  /// The machine's end of its present run.
  void attach(owned_fd machine) { machine_ = std::move(machine); }
  void detach();

  /// The files to be polled for reading are added.
  void add_to(std::vector<pollfd>& files) const;
  /// Moves what there is, without waiting.
  void serve();

private:
  void take_caller();

  owned_fd listener_;
  owned_fd caller_;
  owned_fd machine_;
};

}  // namespace ironbus::simulator
