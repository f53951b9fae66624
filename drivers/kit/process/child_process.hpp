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

/// Path of the secret in the child: a file in memory, as `ipmitool -f` reads it.
inline constexpr const char* child_secret_path = "/dev/fd/3";

/// A program to run once, without a shell: it gets `argv` byte by byte.
struct child_command {
  explicit child_command(permit leave) : allowed{std::move(leave)} {}

  permit allowed;  ///< Checked before the start; a running program is not stopped by it.
  std::vector<std::string> argv;  ///< [0] is the program's absolute path. Never a secret.
  std::map<std::string, std::string> environment;  ///< The whole environment; nothing is inherited.
  std::string input;                               ///< Content of stdin.
  /// Content of child_secret_path; empty: no such file.
  std::string secret;
  std::chrono::milliseconds deadline{60000};
  /// Time between SIGTERM at the deadline and SIGKILL, both to the whole process group.
  std::chrono::milliseconds kill_after{2000};
  size_t output_bytes_max = 1024 * 1024;  ///< For stdout and stderr each; the rest is dropped.
};

/// How a child ended. The caller checks the exit code.
struct child_result {
  int exit_code = 0;
  int signal = 0;        ///< The signal that killed it; 0: it exited.
  bool overdue = false;  ///< It was stopped at its deadline.
  std::string out;
  std::string err;
  bool cut = false;  ///< It wrote more than output_bytes_max.
};

/// Runs a program and waits for its end, on the coroutine's executor and without a thread. For
/// tools such as ipmitool. Processes in the program's group are killed with it. The program
/// inherits no open files except stdin, stdout, stderr and the secret. If the coroutine is
/// cancelled, the program is killed (SIGKILL).
///
/// Failures: `invalid` if argv is empty, its program has no absolute path, or a text contains a NUL
/// byte. `unavailable` if the permit is refused, the program cannot be started, or this process
/// ignores SIGCHLD, which would hide the exit status. The message names only the program.
boost::asio::awaitable<result<child_result>> run_child(child_command command);

}  // namespace ironbus
