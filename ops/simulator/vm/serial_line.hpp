#pragma once

#include "drivers/kit/process/spawn.hpp"
#include "messages/base/errors.hpp"

#include <poll.h>

#include <cstdint>
#include <vector>

namespace ironbus::simulator {

/// A machine's serial line: copies data between the machine and a connected client. Without a
/// client it still reads, so that the machine never blocks. Used by one thread, which polls.
class serial_line {
public:
  /// Listens on 127.0.0.1 and returns the port. A new client replaces the previous one. Fails with
  /// `unavailable`.
  result<uint16_t> listen();

  /// Sets the machine's end for its current run.
  void attach(owned_fd machine) { machine_ = std::move(machine); }
  void detach();

  /// Appends the descriptors to poll for reading.
  void add_to(std::vector<pollfd>& files) const;
  /// Copies all available data without waiting.
  void serve();

private:
  void take_caller();

  owned_fd listener_;
  owned_fd caller_;
  owned_fd machine_;
};

}  // namespace ironbus::simulator
