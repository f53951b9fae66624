#pragma once

#include "messages/base/json.hpp"

#include <span>
#include <string>
#include <string_view>

namespace ironbus::bmc_check {

/// One check: a step of a driver. The rows run in order.
struct check_row {
  std::string_view name;
  std::string_view interface;
  std::string_view step;
  std::string_view args = "{}";  ///< JSON.
  bool needed = false;           ///< Without it ironbus cannot use the machine.
  bool orders = false;           ///< Changes the machine: only with --power.
};

std::span<const check_row> check_rows();

}  // namespace ironbus::bmc_check
