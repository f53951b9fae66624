#pragma once

#include "drivers/kit/process/spawn.hpp"
#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace ironbus::simulator {

/// A client of QEMU's monitor (docs/interop/qmp-spec.rst of QEMU) on an existing connection. Runs
/// one command at a time, and queues events while it runs. Used by one thread.
class qmp_client {
public:
  explicit qmp_client(owned_fd connection,
                      std::chrono::milliseconds patience = std::chrono::seconds{10})
      : connection_{std::move(connection)}, patience_{patience} {}

  /// Reads the greeting and negotiates no capabilities. Fails like `execute`.
  result<json> greet();
  /// Runs a command and returns the value of `return`. `driver_failed`: QEMU rejects the command,
  /// with its message; `unavailable`: the connection has closed or is not QMP; `timeout`: no
  /// response. After the last two the client is unusable.
  result<json> execute(const std::string& command, json arguments = nullptr);

  int fd() const { return connection_.get(); }
  /// Returns the queued events, and reads available data without waiting. If the result is empty
  /// and `ended()` is true, no more events will come.
  std::vector<json> take_events();
  bool ended() const { return ended_; }

private:
  result<json> await_message();
  result<json> await_answer();
  void read_some(std::chrono::milliseconds patience);
  result<json> next_line();
  tl::unexpected<failure> broken(std::string why);

  owned_fd connection_;
  const std::chrono::milliseconds patience_;
  std::string unread_;
  std::vector<json> events_;
  unsigned asked_ = 0;
  bool ended_ = false;
};

}  // namespace ironbus::simulator
