#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus::daemon {

/// An address to listen on. Port 0: any free port.
struct host_port {
  std::string host;
  uint16_t port = 0;

  bool operator==(const host_port&) const = default;
};

/// Parses "HOST:PORT" or "[IPV6]:PORT"; unset for anything else.
std::optional<host_port> parse_host_port(std::string_view text);

/// Whether only this host can reach the address: 127.0.0.0/8, ::1 or localhost.
bool is_loopback(const host_port& x);

/// A text for parse_host_port; empty if there is no host.
std::string to_string(const host_port& x);

}  // namespace ironbus::daemon
