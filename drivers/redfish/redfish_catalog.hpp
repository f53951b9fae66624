#pragma once

#include "messages/model/driver_catalog.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// `redfish` of the kinds power and management.
std::vector<interface_implementation> redfish_implementations(const driver_options&);

// For the other kinds of the family, which declare themselves in folders of their own.

/// An implementation `redfish` of that kind, with what all of the family need of a node.
interface_implementation by_redfish(std::string kind, std::vector<step_declaration> steps);
step_declaration redfish_step(std::string name, std::vector<step_argument> arguments = {});
/// A step of any work on a machine, with the argument `settings`.
step_declaration redfish_settings_step(std::string name, std::string description);
std::optional<failure> check_redfish_account(const node_snapshot& x);

/// `redfish`: machines whose BMC speaks Redfish.
hardware_type redfish_hardware();

}  // namespace ironbus
