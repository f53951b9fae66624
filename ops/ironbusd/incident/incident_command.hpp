#pragma once

#include "gateways/cli/gateway_access.hpp"
#include "ops/ironbusd/configuration/configuration.hpp"

#include <string>

namespace ironbus::daemon {

/// A call of `ironbus incident export` or `replay`, or of `ironbusd store incident`.
struct incident_request {
  cli::gateway_access gateway;
  std::string node;         ///< UUID or name; a store knows only UUIDs.
  bool from_store = false;  ///< Read the store of the configuration instead of a gateway.
  std::string file;         ///< To write, or to read.
  bool json = false;        ///< Print JSON.
};

// Each returns the exit code.

/// `ironbus incident export`: reads a node's incident from a gateway and writes it to a file.
int run_incident_export(const incident_request& asked);

/// `ironbusd store incident`: reads it from the store of the configuration.
int export_incident_of_store(const incident_request& asked, const configuration& configuration);

/// `ironbus incident replay`: replays the decisions of a file and prints the differences.
int run_incident_replay(const incident_request& asked);

}  // namespace ironbus::daemon
