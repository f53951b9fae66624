#pragma once

#include "drivers/agent/agent_interface.hpp"
#include "drivers/boot/network_boot_interface.hpp"
#include "drivers/fake/fake_interface.hpp"
#include "drivers/ipmi/ipmi_interface.hpp"
#include "drivers/port/driver.hpp"
#include "drivers/redfish/redfish_interface.hpp"
#include "messages/model/driver_catalog.hpp"
#include "messages/model/policy.hpp"

#include <memory>
#include <vector>

namespace ironbus {

/// Dependencies of the drivers' factories.
struct driver_environment {
  policy_ptr policy;
  std::shared_ptr<fake_context> fake;
  std::shared_ptr<agent_context> agents;
  std::shared_ptr<network_boot_context> boot;
  std::shared_ptr<ipmi_context> ipmi;
  std::shared_ptr<redfish_context> redfish;
};

/// An implementation's declaration and its factory.
struct registration {
  interface_implementation implementation;
  std::shared_ptr<driver_interface> (*make)(const driver_environment&);
};

/// All implementations of this release. A new driver adds its rows here.
std::vector<registration> registrations(const driver_options& options = {});

/// All hardware types of this release.
std::vector<hardware_type> hardware_types();

}  // namespace ironbus
