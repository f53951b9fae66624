#pragma once

#include "drivers/kit/process/spawn.hpp"
#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace ironbus::simulator {

/// QEMU's monitor (docs/interop/qmp-spec.rst of QEMU), over a connection that is there. One
/// question at a time; what is told meanwhile is kept. For one thread.
class qmp_client {
public:
  explicit qmp_client(owned_fd connection,
                      std::chrono::milliseconds patience = std::chrono::seconds{10})
      : connection_{std::move(connection)}, patience_{patience} {}

  /// Reads the greeting and agrees on the capabilities: none. Failures as `execute`.
  result<json> greet();
  /// What `return` holds. `driver_failed`: QEMU refuses, with its words; `unavailable`: the
  /// connection has ended, or speaks something else; `timeout`: no answer in time. After the last
  /// two it is of no use any more.
  result<json> execute(const std::string& command, json arguments = nullptr);

  int fd() const { return connection_.get(); }
  /// What QEMU has told by itself until now; reads what has come, without waiting. An empty end
  /// and `ended()` mean that nothing comes any more.
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
