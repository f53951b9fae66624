#pragma once

#include "drivers/kit/process/spawn.hpp"
#include "messages/base/errors.hpp"

#include <string>
#include <vector>

namespace ironbus::simulator {

struct program {
  std::vector<std::string> argv;  ///< [0] is the absolute path.
  std::string folder;             ///< Working directory.
  std::vector<int> files;         ///< Become descriptors 3, 4, …; no others are inherited.
  std::string log;                ///< File for its stdout and stderr.
};

/// A child process in its own process group. It ends with this object, or with the thread that
/// started it, even if that thread dies.
class child {
public:
  /// Starts the program. Fails with `unavailable`.
  static result<child> start(const program& what);

  child(child&&) noexcept = default;
  child& operator=(child&& other) noexcept;
  child(const child&) = delete;
  child& operator=(const child&) = delete;
  ~child();

  pid_t pid() const { return pid_; }
  int end_fd() const { return process_.get(); }  ///< Readable after the process has ended.
  void kill();                                   ///< Kills it and waits. Idempotent.

private:
  child(pid_t pid, owned_fd process) : pid_{pid}, process_{std::move(process)} {}

  pid_t pid_ = -1;
  owned_fd process_;
};

/// A connected pair of sockets. Fails with `unavailable` if there are no free descriptors.
result<std::pair<owned_fd, owned_fd>> make_socket_pair();

}  // namespace ironbus::simulator
