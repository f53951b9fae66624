#pragma once

#include "gateways/cli/authorization.hpp"

#include <string>

namespace ironbus::cli {

/// A gateway that a command asks, as its command line names it.
struct asked_gateway {
  std::string url = "http://127.0.0.1:6385";  ///< http or https; port 6385 if it names none.
  identity who;
  std::string ca_file;  ///< What an https gateway is checked with; empty: what the machine trusts.
};

}  // namespace ironbus::cli
