#pragma once

#include "ops/ironbusd/options/option_table.hpp"

namespace ironbus::daemon {

/// A row of the section `conductor`.
inline option conductor_row(std::string name, field where, std::string description,
                            limits allowed = {}) {
  return {"conductor", std::move(name), std::move(where), std::move(description),
          std::move(allowed)};
}

/// The rows that limit the sizes of nodes and records.
std::vector<option> conductor_bound_rows();
/// The rows with the boot files of nodes that name none.
std::vector<option> conductor_ramdisk_rows();

}  // namespace ironbus::daemon
