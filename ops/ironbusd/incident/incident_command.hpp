#pragma once

#include "gateways/cli/asked_gateway.hpp"
#include "ops/ironbusd/configuration/configuration.hpp"

#include <string>

namespace ironbus::daemon {

/// What is asked of `ironbus incident export` and `replay`.
struct incident_request {
  cli::asked_gateway gateway;
  std::string node;         ///< UUID or name.
  bool from_store = false;  ///< That of the configuration is read, and no gateway asked.
  std::string file;         ///< To write, or to read.
  bool json = false;        ///< For programs.
};

/// Asks a gateway what happened to a node, and writes it to a file.
int run_incident_export(const incident_request& asked);

/// The same from the store of the configuration.
int export_incident_of_store(const incident_request& asked, const configuration& configuration);

/// Makes the decisions of a file once more, and prints how they compare.
int run_incident_replay(const incident_request& asked);

}  // namespace ironbus::daemon
