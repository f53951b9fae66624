// The rows of the section `conductor`.

#include "ops/ironbusd/options/conductor_row.hpp"
#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

option deadline(std::string name, field where, const std::string& doing) {
  return conductor_row(std::move(name), std::move(where),
                       "How long a node may wait for its agent while " + doing + ". 0: for ever.",
                       within(0s, week));
}

option override(std::string name, field where, const std::string& owner) {
  return conductor_row(
      std::move(name), std::move(where),
      "Priorities of steps by INTERFACE.STEP; 0 leaves a step out of " + owner + ".",
      within(0, 1'000'000));
}

std::vector<option> deadlines() {
  return {
      deadline("deploy_callback_timeout",
               member_option([](auto& x) -> auto& { return x.conductor.deploy_callback_timeout; }),
               "it is deployed"),
      deadline("clean_callback_timeout",
               member_option([](auto& x) -> auto& { return x.conductor.clean_callback_timeout; }),
               "it is cleaned"),
      deadline("inspect_wait_timeout",
               member_option([](auto& x) -> auto& { return x.conductor.inspect_wait_timeout; }),
               "it is inspected"),
      deadline("rescue_callback_timeout",
               member_option([](auto& x) -> auto& { return x.conductor.rescue_callback_timeout; }),
               "it is rescued"),
      deadline("service_callback_timeout",
               member_option([](auto& x) -> auto& { return x.conductor.service_callback_timeout; }),
               "it is serviced"),
      conductor_row("step_timeout",
                    member_option([](auto& x) -> auto& { return x.conductor.step_timeout; }),
                    "How long a driver may be silent about a step before the step has failed.",
                    within(1s, week)),
      conductor_row("max_conductor_wait_step_seconds",
                    member_option([](auto& x) -> auto& { return x.conductor.max_wait_step; }),
                    "Longest pause that a step `wait` may ask for.", within(0s, 1h)),
      conductor_row(
          "task_poll_first",
          member_option([](auto& x) -> auto& { return x.conductor.task_poll_first; }),
          "When a machine that works on a step by itself, such as on a flash of firmware, "
          "is asked first how far it is, unless it says so itself. The pauses then double.",
          within(1s, 1h)),
      conductor_row("task_poll_longest",
                    member_option([](auto& x) -> auto& { return x.conductor.task_poll_longest; }),
                    "Longest pause between two such questions.", within(1s, 1h)),
      conductor_row(
          "power_state_change_timeout",
          member_option([](auto& x) -> auto& { return x.conductor.power_state_change_timeout; }),
          "How long a machine may take to be powered on or off, or to be rebooted; a request may "
          "name its own timeout.",
          within(1s, 24h)),
      conductor_row(
          "soft_power_off_timeout",
          member_option([](auto& x) -> auto& { return x.conductor.soft_power_off_timeout; }),
          "How long an operating system may take to shut down, for soft power off and soft "
          "reboot; a request may name its own timeout.",
          within(1s, 24h)),
  };
}

std::vector<option> policies() {
  return {
      conductor_row("automated_clean",
                    member_option([](auto& x) -> auto& { return x.conductor.automated_clean; }),
                    "Clean nodes before they become available, unless the node says otherwise."),
      conductor_row(
          "allow_skip_cleaning",
          member_option([](auto& x) -> auto& { return x.conductor.allow_skip_cleaning; }),
          "Whether the target `available` makes a node whose cleaning has failed available "
          "as it is. What its disks hold then meets its next user."),
      conductor_row("allow_provisioning_in_maintenance", member_option([](auto& x) -> auto& {
                      return x.conductor.allow_provisioning_in_maintenance;
                    }),
                    "Whether a node may be cleaned while it is in maintenance: it then waits with "
                    "its agent until maintenance ends. Else `provide` is refused, and a workflow "
                    "whose agent calls in maintenance fails."),
      conductor_row("allow_deleting_available_nodes", member_option([](auto& x) -> auto& {
                      return x.conductor.allow_deleting_available_nodes;
                    }),
                    "Whether a node may be deleted while it is available."),
      conductor_row("poweroff_in_cleanfail", member_option([](auto& x) -> auto& {
                      return x.conductor.poweroff_in_cleanfail;
                    }),
                    "Power a machine off when its cleaning has failed."),
      conductor_row("poweroff_in_servicefail", member_option([](auto& x) -> auto& {
                      return x.conductor.poweroff_in_servicefail;
                    }),
                    "Power a machine off when its servicing has failed."),
      override("clean_step_priority_override", member_option([](auto& x) -> auto& {
                 return x.policy.clean_step_priority_override;
               }),
               "automated cleaning"),
      override("deploy_step_priority_override", member_option([](auto& x) -> auto& {
                 return x.conductor.deploy_step_priority_override;
               }),
               "deployments"),
      override("verify_step_priority_override", member_option([](auto& x) -> auto& {
                 return x.conductor.verify_step_priority_override;
               }),
               "verifying"),
      conductor_row("disallow_clean_steps",
                    member_option([](auto& x) -> auto& { return x.conductor.disallowed_steps; }),
                    "Steps, as INTERFACE.STEP, that nobody may ask for."),
      conductor_row("default_resource_class", member_option([](auto& x) -> auto& {
                      return x.conductor.default_resource_class;
                    }),
                    "Resource class of new nodes that name none. Empty: none."),
      conductor_row("default_conductor_group", member_option([](auto& x) -> auto& {
                      return x.conductor.default_conductor_group;
                    }),
                    "Conductor group of new nodes that name none. Empty: none."),
  };
}

std::vector<option> cleaning() {
  return {
      conductor_row(
          "automated_cleaning_step_source",
          member_option([](auto& x) -> auto& { return x.api.cleaning.source; }),
          "Where the steps of automated cleaning come from: autogenerated (interfaces and "
          "agents, by priority), runbook, or hybrid (a runbook where there is one). This "
          "option and the next five are read by the role gateway.",
          one_of({"autogenerated", "runbook", "hybrid"})),
      conductor_row("automated_cleaning_runbook",
                    member_option([](auto& x) -> auto& { return x.api.cleaning.runbook; }),
                    "Name or UUID of that runbook. Empty: none."),
      conductor_row("automated_cleaning_runbook_from_node",
                    member_option([](auto& x) -> auto& { return x.api.cleaning.from_node; }),
                    "Whether a node's driver_info.cleaning_runbook comes first."),
      conductor_row("automated_cleaning_runbook_validate_traits",
                    member_option([](auto& x) -> auto& { return x.api.cleaning.validate_traits; }),
                    "Whether the runbook must share a trait with the node."),
      conductor_row("max_concurrent_deploy",
                    member_option([](auto& x) -> auto& { return x.api.max_concurrent_deploy; }),
                    "Nodes that are deployed at once; a request beyond is answered 503. 0: any "
                    "number.",
                    within(0, 1'000'000)),
      conductor_row("max_concurrent_clean",
                    member_option([](auto& x) -> auto& { return x.api.max_concurrent_clean; }),
                    "Nodes that are torn down or cleaned at once, likewise.", within(0, 1'000'000)),
  };
}

std::vector<option> power() {
  return {
      conductor_row(
          "sync_power_state_interval",
          member_option([](auto& x) -> auto& { return x.runtime.sync_power_state_interval; }),
          "Time between two looks at a machine's power state. 0: never.", within(0s, week)),
      conductor_row(
          "sensors_interval",
          member_option([](auto& x) -> auto& { return x.runtime.sensors_interval; }),
          "Time between two looks at a machine's sensors, which are told as events; in whole "
          "intervals of sync_power_state_interval. 0: never.",
          within(0s, week)),
      conductor_row("event_retention",
                    member_option([](auto& x) -> auto& { return x.runtime.event_retention; }),
                    "How long the store keeps events, for who follows them (GET /v1/events). Each "
                    "node's last one stays.",
                    within(1min, 53 * week)),
      conductor_row("max_event_log_size",
                    member_option([](auto& x) -> auto& { return x.runtime.event_bytes_max; }),
                    "Bytes of events that the store keeps; beyond that the oldest go, each node's "
                    "last one excepted.",
                    within(1 << 20, int64_t{1} << 40)),
      conductor_row(
          "sensor_metrics_nodes",
          member_option([](auto& x) -> auto& { return x.runtime.sensor_metrics_nodes; }),
          "Nodes of which /metrics shows what their sensors say, for each conductor and at "
          "most; each adds some dozens of series. 0: of none.",
          within(0, 100'000)),
      conductor_row(
          "decision_log", member_option([](auto& x) -> auto& { return x.runtime.decision_log; }),
          "Keep each decision about a node with the events, so that it is known what it was "
          "when, and why. Followers do not see them, but their bytes count."),
      conductor_row(
          "force_power_state_during_sync",
          member_option([](auto& x) -> auto& { return x.conductor.force_power_state_during_sync; }),
          "Put a machine back to its recorded power state when it differs; else record what it "
          "is."),
      conductor_row(
          "power_state_sync_max_retries",
          member_option([](auto& x) -> auto& { return x.conductor.power_state_sync_max_retries; }),
          "How often that is tried before the node goes into maintenance.", within(0, 1000)),
      conductor_row(
          "enable_health_monitoring",
          member_option([](auto& x) -> auto& { return x.conductor.enable_health_monitoring; }),
          "Record the health of machines, with their power state, where a BMC says both at once."),
      conductor_row("power_survey_size",
                    member_option([](auto& x) -> auto& { return x.runtime.survey_size; }),
                    "Machines that are looked at together, at most.", within(1, 10'000)),
  };
}

option ramdisk_row(std::string name, field where, const std::string& description) {
  return conductor_row(
      std::move(name), std::move(where),
      description + " of nodes that name none in driver_info: a URL (http, https, file).");
}

std::vector<option> ramdisks_by_architecture() {
  return {
      conductor_row("deploy_kernel_by_arch", member_option([](auto& x) -> auto& {
                      return x.policy.drivers.ramdisks.deploy_kernel_by_arch;
                    }),
                    "The same as deploy_kernel for machines whose properties.cpu_arch is that."),
      conductor_row("deploy_ramdisk_by_arch", member_option([](auto& x) -> auto& {
                      return x.policy.drivers.ramdisks.deploy_ramdisk_by_arch;
                    }),
                    "The same as deploy_ramdisk for machines whose properties.cpu_arch is that."),
      conductor_row("rescue_kernel_by_arch", member_option([](auto& x) -> auto& {
                      return x.policy.drivers.ramdisks.rescue_kernel_by_arch;
                    }),
                    "The same as rescue_kernel for machines whose properties.cpu_arch is that."),
      conductor_row("rescue_ramdisk_by_arch", member_option([](auto& x) -> auto& {
                      return x.policy.drivers.ramdisks.rescue_ramdisk_by_arch;
                    }),
                    "The same as rescue_ramdisk for machines whose properties.cpu_arch is that."),
      conductor_row("bootloader_by_arch", member_option([](auto& x) -> auto& {
                      return x.policy.drivers.ramdisks.bootloader_by_arch;
                    }),
                    "The same as bootloader for machines whose properties.cpu_arch is that."),
  };
}

std::vector<option> instances() {
  return {
      ramdisk_row("deploy_kernel", member_option([](auto& x) -> auto& {
                    return x.policy.drivers.ramdisks.deploy_kernel;
                  }),
                  "The kernel of the agent's ramdisk"),
      ramdisk_row("deploy_ramdisk", member_option([](auto& x) -> auto& {
                    return x.policy.drivers.ramdisks.deploy_ramdisk;
                  }),
                  "The agent's ramdisk"),
      ramdisk_row("rescue_kernel", member_option([](auto& x) -> auto& {
                    return x.policy.drivers.ramdisks.rescue_kernel;
                  }),
                  "The kernel for rescue"),
      ramdisk_row("rescue_ramdisk", member_option([](auto& x) -> auto& {
                    return x.policy.drivers.ramdisks.rescue_ramdisk;
                  }),
                  "The ramdisk for rescue"),
      ramdisk_row("bootloader", member_option([](auto& x) -> auto& {
                    return x.policy.drivers.ramdisks.bootloader;
                  }),
                  "The EFI system partition (a FAT image) with the boot loader that a disc made of "
                  "kernel and ramdisk gets,"),
      conductor_row("file_url_allowed_paths", member_option([](auto& x) -> auto& {
                      return x.policy.drivers.images.file_url_allowed_paths;
                    }),
                    "Folders that file:// URLs of images may lead into. Drivers look at such files "
                    "and gateways hand them out, so both need them at the same place."),
      conductor_row("disable_support_for_checksum_files", member_option([](auto& x) -> auto& {
                      return x.policy.drivers.images.disable_support_for_checksum_files;
                    }),
                    "Whether instance_info.image_checksum may not be the URL of a file of sums."),
      conductor_row(
          "rescue_password_hash_algorithm",
          member_option([](auto& x) -> auto& { return x.api.rescue_password_hash_algorithm; }),
          "How a rescue password is hashed before anybody is told of it. Read by gateways.",
          one_of({"sha256", "sha512"})),
  };
}

}  // namespace

std::vector<option> conductor_option_rows() {
  auto out = policies();
  for (auto part :
       {cleaning, deadlines, power, conductor_bound_rows, instances, ramdisks_by_architecture}) {
    auto more = part();
    std::move(more.begin(), more.end(), std::back_inserter(out));
  }
  return out;
}

}  // namespace ironbus::daemon
