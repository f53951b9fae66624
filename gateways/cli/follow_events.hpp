#pragma once

#include "gateways/cli/authorization.hpp"
#include "messages/base/errors.hpp"

#include <chrono>
#include <ostream>
#include <string>
#include <variant>

namespace ironbus::cli {

struct follow_options {
  /// Of a running gateway; http or https, port 6385 if it names none.
  std::string url = "http://127.0.0.1:6385";
  identity who;
  std::string ca_file;  ///< What an https gateway is checked with; empty: what the machine trusts.
  std::string node;     ///< UUID or name; empty: all nodes.
  std::string type;     ///< Of the events; empty: all.
  bool json = false;    ///< One CloudEvents object a line instead of a line to read.
  std::chrono::milliseconds reconnect_pause{2'000};
  bool reconnect = true;  ///< False: end when the gateway ends the stream.
};

/// Writes a line for each event until SIGINT or SIGTERM; comes back when the gateway does.
/// `invalid` if the URL or the identity is not usable, the gateway refuses the request, or it does
/// not prove who it is.
result<std::monostate> follow_events(const follow_options& options, std::ostream& out);

}  // namespace ironbus::cli
