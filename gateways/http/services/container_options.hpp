#pragma once

#include <string>
#include <vector>

namespace ironbus::http {

/// Containers that agents may run as steps. Agents receive these settings with the lookup.
struct container_options {
  bool allow_arbitrary_containers = false;
  std::vector<std::string> allowed_containers;  ///< Images, if not all are allowed.
  /// File in the ramdisk that describes the steps.
  std::string container_steps_file = "/etc/ironic-python-agent.d/mysteps.yaml";
  std::string runner = "podman";  ///< Or "docker".
  std::vector<std::string> pull_options;
  std::vector<std::string> run_options{"--rm", "--network=host"};
};

}  // namespace ironbus::http
