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

/// A TCP listener for the serial console of one machine: a socat process that runs a program for
/// each client, one at a time. It outlives the process that started it, and later processes on this
/// host find it by its pid file.
struct console_listener {
  std::string program = "/usr/bin/socat";
  std::string folder;  ///< Folder of the files of all consoles; created if missing.
  std::string name;    ///< Prefix of its files: the machine's UUID.
  std::vector<std::string>
      before;           ///< A program that runs first for each client; its result is ignored.
  std::string address;  ///< Of this host.
  std::chrono::seconds silence_max{600};  ///< An idle client is disconnected after this time.
  std::chrono::seconds unused_max{3600};  ///< It exits after this time without a client.

  std::string pid_file() const { return folder + "/" + name + ".pid"; }
  std::string log_file() const { return folder + "/" + name + ".log"; }
};

/// A running listener.
struct listening_console {
  pid_t pid = -1;
  std::string address;
  uint16_t port = 0;
};

/// Whether socat and its shell can take the word as an argument without escaping.
bool fits_socat(std::string_view word);

/// The machine's listener on this host, if it is running.
std::optional<listening_console> find_console(const console_listener& how);

/// Starts the listener at the port. `call` has the program's arguments, environment, secret and
/// permit. Returns when it listens. Failures: `conflict` if the port is in use, else `unavailable`
/// with socat's error.
boost::asio::awaitable<result<std::monostate>> begin_console(console_listener how, uint16_t port,
                                                             child_command call);

/// Stops it and disconnects the client. Returns when it has ended. Does nothing if it is not
/// running.
boost::asio::awaitable<void> end_console(console_listener how);

/// "10000-10099": first and last port; unset for any other text.
struct port_range {
  uint16_t first = 0;
  uint16_t last = 0;
};
std::optional<port_range> read_port_range(std::string_view text);

/// The ports of the range in the order to try. A machine gets the same port again if possible.
std::vector<uint16_t> ports_for(const port_range& range, std::string_view name);

}  // namespace ironbus
