#pragma once

#include "gateways/cli/authorization.hpp"

#include <string>

namespace ironbus::cli {

/// The gateway of a command, from the command line.
struct gateway_access {
  std::string url = "http://127.0.0.1:6385";  ///< http or https; default port 6385.
  identity who;
  std::string ca_file;  ///< Authorities for an https gateway; empty: the system's.
};

}  // namespace ironbus::cli
