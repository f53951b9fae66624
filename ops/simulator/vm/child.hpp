#pragma once

#include "drivers/kit/process/spawn.hpp"
#include "messages/base/errors.hpp"

#include <string>
#include <vector>

namespace ironbus::simulator {

struct program {
  std::vector<std::string> argv;  ///< [0] is its absolute path.
  std::string folder;             ///< Where it runs.
  std::vector<int> files;         ///< What it gets as 3, 4, …; it gets no other of ours.
  std::string log;                ///< The file that takes what it says.
};

/// A program that runs beside us, in a process group of its own, and ends with the object, or with
/// the thread that has started it, however that ends.
class child {
public:
  /// `unavailable` if it cannot be started.
  static result<child> start(const program& what);

  child(child&&) noexcept = default;
  child& operator=(child&& other) noexcept;
  child(const child&) = delete;
  child& operator=(const child&) = delete;
  ~child();

  pid_t pid() const { return pid_; }
  int end_fd() const { return process_.get(); }  ///< Readable once it has ended.
  void kill();                                   ///< And waits for it. Idempotent.

private:
  child(pid_t pid, owned_fd process) : pid_{pid}, process_{std::move(process)} {}

  pid_t pid_ = -1;
  owned_fd process_;
};

/// Two ends of a connection; `unavailable` if there are no more files.
result<std::pair<owned_fd, owned_fd>> make_socket_pair();

}  // namespace ironbus::simulator
