#pragma once

#include "drivers/kit/process/child_process.hpp"

#include <sys/types.h>

#include <utility>

namespace ironbus {

/// Owns a file descriptor.
class owned_fd {
public:
  explicit owned_fd(int fd = -1) : fd_{fd} {}
  owned_fd(owned_fd&& other) noexcept : fd_{other.release()} {}
  owned_fd& operator=(owned_fd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~owned_fd();

  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }
  explicit operator bool() const { return fd_ >= 0; }

private:
  int fd_;
};

/// A running program in its own process group. The owner must reap it.
struct spawned_child {
  pid_t pid = -1;
  owned_fd process;  ///< A pidfd: readable when it has ended.
  owned_fd out;      ///< The read ends of its stdout and stderr; non-blocking.
  owned_fd err;
};

/// Fails like run_child.
result<spawned_child> spawn_child(const child_command& command);

}  // namespace ironbus
