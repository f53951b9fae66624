#pragma once

#include "drivers/kit/process/child_process.hpp"
#include "messages/base/errors.hpp"

#include <boost/asio/awaitable.hpp>
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ironbus {

/// How the console of one machine is listened for: a socat of its own, which runs a program for
/// whoever comes, one at a time. It goes on without the process that has begun it, and whoever
/// comes later on this host finds it by its file.
struct console_listener {
  std::string program = "/usr/bin/socat";
  std::string folder;               ///< Of the files of all consoles; made where there is none.
  std::string name;                 ///< Of its files; the machine's UUID.
  std::vector<std::string> before;  ///< A program that runs first each time, however it ends.
  std::string address;              ///< Of this host.
  std::chrono::seconds silence_max{600};  ///< A client that says and hears nothing is cut off.
  std::chrono::seconds unused_max{3600};  ///< It ends when nobody has come for that long.

  std::string pid_file() const { return folder + "/" + name + ".pid"; }
  std::string log_file() const { return folder + "/" + name + ".log"; }
};

/// One that runs.
struct listening_console {
  pid_t pid = -1;
  std::string address;
  uint16_t port = 0;
};

/// Whether a word of a program can be told socat and its shell, which have signs of their own.
bool fits_socat(std::string_view word);

/// The machine's console on this host, if it is there.
std::optional<listening_console> find_console(const console_listener& how);

/// Begins it at the port; `call` has the words of the program, its environment, secret and permit.
/// Returns when it listens. Failures: `conflict`, the port is taken; else `unavailable` with what
/// socat says.
boost::asio::awaitable<result<std::monostate>> begin_console(console_listener how, uint16_t port,
                                                             child_command call);

/// Ends it, and who is connected; returns when it has ended. Without one nothing is done.
boost::asio::awaitable<void> end_console(console_listener how);

/// "10000-10099": the ports from the first to the last; unset for anything else.
struct port_range {
  uint16_t first = 0;
  uint16_t last = 0;
};
std::optional<port_range> read_port_range(std::string_view text);

/// The ports of the range, to be tried in this order: a machine has the same one again where it
/// can.
std::vector<uint16_t> ports_for(const port_range& range, std::string_view name);

}  // namespace ironbus
