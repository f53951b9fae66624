#pragma once

#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <string>
#include <string_view>

namespace ironbus::test {

/// A node of type idrac with all its own interfaces.
struct idrac_fixture : redfish_fixture {
  static constexpr const char* deploy_iso = "http://192.0.2.1/deploy.iso";

  explicit idrac_fixture(std::string_view profile = "dell", simulator::scenario plan = {})
      : redfish_fixture{profile, std::move(plan)} {
    node.driver = "idrac";
    node.interfaces["management"] = "idrac-redfish";
    node.interfaces["inspect"] = "idrac-redfish";
    node.interfaces["boot"] = "idrac-redfish-virtual-media";
    node.driver_info.edit()["deploy_iso"] = deploy_iso;
    node.instance_info = {{"boot_iso", "http://192.0.2.1/live.iso"}};
  }

  using redfish_fixture::run;
  /// Runs the step on request, in a manual cleaning.
  step_outcome in_cleaning(const std::string& name) {
    auto asked = request("management", name);
    asked.kind = workflow::manual_clean;
    return run(asked);
  }
  step_outcome in_verify(const std::string& name) {
    auto asked = request("management", name);
    asked.kind = workflow::verify;
    return run(asked);
  }
  void set_device(const char* device, bool persistent) {
    done("management", "set_boot_device", {{"device", device}, {"persistent", persistent}});
  }
  simulator::first_boot first() {
    return link.bmc.with_machine([](const auto& machine) { return machine.first; });
  }
  json notes() { return node.driver_internal_info.tree(); }
};

}  // namespace ironbus::test
