#pragma once

#include "messages/model/driver_catalog.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// `redfish` of the kinds power and management.
std::vector<interface_implementation> redfish_implementations(const driver_options&);

// For the other kinds of the family, declared in their own folders.

/// An implementation `redfish` of that kind, with the properties that all of the family need.
interface_implementation by_redfish(std::string kind, std::vector<step_declaration> steps);
step_declaration redfish_step(std::string name, std::vector<step_argument> arguments = {});
/// A step with the argument `settings`, allowed in every workflow that works on a machine.
step_declaration redfish_settings_step(std::string name, std::string description);
std::optional<failure> check_redfish_account(const node_snapshot& x);

/// `redfish`: machines with a Redfish BMC.
hardware_type redfish_hardware();

}  // namespace ironbus
