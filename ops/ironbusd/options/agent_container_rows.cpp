// The rows of the section `agent_containers`.

#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

namespace ironbus::daemon {

namespace {

template <class Value>
option container_row(std::string name, Value http::container_options::*member,
                     std::string description, limits allowed = {}) {
  return {"agent_containers", std::move(name),
          member_option([member](auto& x) -> auto& { return x.api.agent_containers.*member; }),
          std::move(description), std::move(allowed)};
}

}  // namespace

std::vector<option> agent_container_rows() {
  using o = http::container_options;
  return {
      container_row("allow_arbitrary_containers", &o::allow_arbitrary_containers,
                    "Let agents run any container image as a step. If false, only "
                    "allowed_containers."),
      container_row("allowed_containers", &o::allowed_containers,
                    "Container images that agents may run as steps."),
      container_row("container_steps_file", &o::container_steps_file,
                    "File in the ramdisk that describes the steps of containers.", not_empty()),
      container_row("runner", &o::runner, "Program in the ramdisk that runs containers.",
                    one_of({"podman", "docker"})),
      container_row("pull_options", &o::pull_options,
                    "Arguments of the runner's pull, such as --tls-verify=false."),
      container_row("run_options", &o::run_options, "Arguments of the runner's run."),
  };
}

}  // namespace ironbus::daemon
