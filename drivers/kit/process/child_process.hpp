#pragma once

#include "drivers/port/permit.hpp"
#include "messages/base/errors.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace ironbus {

/// Where a child finds its secret: a file that is nowhere else, such as `ipmitool -f` reads.
inline constexpr const char* child_secret_path = "/dev/fd/3";

/// A program to be run once. No shell sees it: `argv` is what the program gets, byte by byte.
struct child_command {
  explicit child_command(permit leave) : allowed{std::move(leave)} {}

  permit allowed;  ///< Asked before it is started; one that runs ends by itself or at its deadline.
  std::vector<std::string> argv;  ///< [0] is the program's absolute path. Never a secret.
  std::map<std::string, std::string> environment;  ///< All of it; nothing is inherited.
  std::string input;                               ///< What it reads from stdin.
  /// What it reads from child_secret_path; empty: there is no such file.
  std::string secret;
  std::chrono::milliseconds deadline{60000};
  /// From the deadline's SIGTERM to SIGKILL, both to all processes of its group.
  std::chrono::milliseconds kill_after{2000};
  size_t output_bytes_max = 1024 * 1024;  ///< Of stdout and of stderr; the rest is dropped.
};

/// How a child ended. That it failed is for the caller to judge.
struct child_end {
  int exit_code = 0;
  int signal = 0;        ///< That has ended it; 0: it has exited.
  bool overdue = false;  ///< It was made to end, at its deadline.
  std::string out;
  std::string err;
  bool cut = false;  ///< It wrote more than output_bytes_max.
};

/// Runs a program and waits for its end, on the executor of the coroutine and without a thread of
/// its own. For tools such as ipmitool, which speak to machines in our place. What the program has
/// started in its own process group ends with it; the program has no other files of ours than
/// stdin, stdout, stderr and the secret. If the coroutine is given up, so is the program (SIGKILL).
///
/// Failures: `invalid`, argv is empty, its program has no absolute path, or a text holds a NUL;
/// `unavailable`, the permit is refused, the program cannot be started, or this process ignores
/// SIGCHLD, so that nobody would know its end. The sentence names the program, nothing else.
boost::asio::awaitable<result<child_end>> run_child(child_command command);

}  // namespace ironbus
