// The rows of the section `conductor`.

#include "ops/ironbusd/options/conductor_row.hpp"
#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

option deadline(std::string name, field where, const std::string& doing) {
  return conductor_row(std::move(name), std::move(where),
                       "How long a node waits for its agent while " + doing + ". 0: no limit.",
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
                    "A step fails if its driver reports nothing for this long.", within(1s, week)),
      conductor_row("max_conductor_wait_step_seconds",
                    member_option([](auto& x) -> auto& { return x.conductor.max_wait_step; }),
                    "Longest pause of a step `wait`.", within(0s, 1h)),
      conductor_row(
          "task_poll_first",
          member_option([](auto& x) -> auto& { return x.conductor.task_poll_first; }),
          "Pause before the first poll of a task that a machine runs by itself, such as a firmware "
          "update, unless the machine reports progress itself. Later pauses double.",
          within(1s, 1h)),
      conductor_row("task_poll_longest",
                    member_option([](auto& x) -> auto& { return x.conductor.task_poll_longest; }),
                    "Longest pause between two such polls.", within(1s, 1h)),
      conductor_row("power_state_change_timeout", member_option([](auto& x) -> auto& {
                      return x.conductor.power_state_change_timeout;
                    }),
                    "How long a machine may take to power on, power off or reboot. A request may "
                    "set its own timeout.",
                    within(1s, 24h)),
      conductor_row("soft_power_off_timeout", member_option([](auto& x) -> auto& {
                      return x.conductor.soft_power_off_timeout;
                    }),
                    "How long an operating system may take to shut down in a soft power off or "
                    "soft reboot. A request may set its own timeout.",
                    within(1s, 24h)),
  };
}

std::vector<option> policies() {
  return {
      conductor_row(
          "automated_clean",
          member_option([](auto& x) -> auto& { return x.conductor.automated_clean; }),
          "Clean nodes before they become available. The node's automated_clean takes precedence."),
      conductor_row("allow_skip_cleaning",
                    member_option([](auto& x) -> auto& { return x.conductor.allow_skip_cleaning; }),
                    "Allow the target `available` to make a node available although its cleaning "
                    "failed. Its next user can then read the data left on its disks."),
      conductor_row("allow_provisioning_in_maintenance", member_option([](auto& x) -> auto& {
                      return x.conductor.allow_provisioning_in_maintenance;
                    }),
                    "Allow cleaning in maintenance: the node then waits with its agent until "
                    "maintenance ends. If false, `provide` is rejected, and a workflow fails if "
                    "its agent calls during maintenance."),
      conductor_row("allow_deleting_available_nodes", member_option([](auto& x) -> auto& {
                      return x.conductor.allow_deleting_available_nodes;
                    }),
                    "Allow deletion of available nodes."),
      conductor_row("poweroff_in_cleanfail", member_option([](auto& x) -> auto& {
                      return x.conductor.poweroff_in_cleanfail;
                    }),
                    "Power off a machine if its cleaning fails."),
      conductor_row("poweroff_in_servicefail", member_option([](auto& x) -> auto& {
                      return x.conductor.poweroff_in_servicefail;
                    }),
                    "Power off a machine if its servicing fails."),
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

std::vector<option> forbidden_steps() {
  return {
      conductor_row("disallow_clean_steps", member_option([](auto& x) -> auto& {
                      return x.conductor.disallowed_clean_steps;
                    }),
                    "Steps, as INTERFACE.STEP, that cleaning may not run: automated cleaning skips "
                    "them, and requests that name one are rejected."),
      conductor_row("disallow_deploy_steps", member_option([](auto& x) -> auto& {
                      return x.conductor.disallowed_deploy_steps;
                    }),
                    "The same for deployments."),
      conductor_row("disallow_service_steps", member_option([](auto& x) -> auto& {
                      return x.conductor.disallowed_service_steps;
                    }),
                    "The same for servicing."),
  };
}

std::vector<option> cleaning() {
  return {
      conductor_row("automated_cleaning_step_source",
                    member_option([](auto& x) -> auto& { return x.api.cleaning.source; }),
                    "Source of the steps of automated cleaning: autogenerated (interfaces and "
                    "agents, by priority), runbook, or hybrid (the runbook if there is one). The "
                    "role gateway reads this option and the next five.",
                    one_of({"autogenerated", "runbook", "hybrid"})),
      conductor_row("automated_cleaning_runbook",
                    member_option([](auto& x) -> auto& { return x.api.cleaning.runbook; }),
                    "Name or UUID of that runbook. Empty: none."),
      conductor_row("automated_cleaning_runbook_from_node",
                    member_option([](auto& x) -> auto& { return x.api.cleaning.from_node; }),
                    "Prefer the node's driver_info.cleaning_runbook."),
      conductor_row("automated_cleaning_runbook_validate_traits",
                    member_option([](auto& x) -> auto& { return x.api.cleaning.validate_traits; }),
                    "Require that the runbook and the node share a trait."),
      conductor_row(
          "max_concurrent_deploy",
          member_option([](auto& x) -> auto& { return x.api.max_concurrent_deploy; }),
          "Most nodes in deployment at once; further requests are answered 503. 0: no limit.",
          within(0, 1'000'000)),
      conductor_row("max_concurrent_clean",
                    member_option([](auto& x) -> auto& { return x.api.max_concurrent_clean; }),
                    "Most nodes in teardown or cleaning at once; further requests are answered "
                    "503. 0: no limit.",
                    within(0, 1'000'000)),
  };
}

std::vector<option> power() {
  return {
      conductor_row("sync_power_state_interval", member_option([](auto& x) -> auto& {
                      return x.runtime.sync_power_state_interval;
                    }),
                    "Interval of the power sync. 0: no power sync.", within(0s, week)),
      conductor_row("sensors_interval",
                    member_option([](auto& x) -> auto& { return x.runtime.sensors_interval; }),
                    "Interval at which a machine's sensors are read and published as events, in "
                    "whole intervals of sync_power_state_interval. 0: never.",
                    within(0s, week)),
      conductor_row("event_retention",
                    member_option([](auto& x) -> auto& { return x.runtime.event_retention; }),
                    "How long the store keeps events for GET /v1/events. The last event of each "
                    "node is kept.",
                    within(1min, 53 * week)),
      conductor_row("max_event_log_size",
                    member_option([](auto& x) -> auto& { return x.runtime.event_bytes_max; }),
                    "Most bytes of events in the store. Beyond it the oldest are deleted, except "
                    "the last event of each node.",
                    within(1 << 20, int64_t{1} << 40)),
      conductor_row("sensor_metrics_nodes",
                    member_option([](auto& x) -> auto& { return x.runtime.sensor_metrics_nodes; }),
                    "Most nodes per conductor whose sensor readings are in /metrics; each node "
                    "adds some dozens of series. 0: none.",
                    within(0, 100'000)),
      conductor_row("decision_log",
                    member_option([](auto& x) -> auto& { return x.runtime.decision_log; }),
                    "Keep each decision about a node and its reason with the events, for incident "
                    "export. Followers do not receive decisions, but their bytes count."),
      conductor_row("force_power_state_during_sync", member_option([](auto& x) -> auto& {
                      return x.conductor.force_power_state_during_sync;
                    }),
                    "If two readings of a machine's power state differ from the record, set the "
                    "machine to the recorded state. If false, correct the record."),
      conductor_row("power_state_sync_max_retries", member_option([](auto& x) -> auto& {
                      return x.conductor.power_state_sync_max_retries;
                    }),
                    "Failed readings in a row before the node is put into maintenance, and orders "
                    "of the power "
                    "sync in a row before it records the machine's state instead.",
                    within(0, 1000)),
      conductor_row("power_sync_grace",
                    member_option([](auto& x) -> auto& { return x.conductor.power_sync_grace; }),
                    "After a power order whose end is unknown the power sync sends no order for "
                    "so long; it only records.",
                    within(0s, 24h)),
      conductor_row("enable_health_monitoring", member_option([](auto& x) -> auto& {
                      return x.conductor.enable_health_monitoring;
                    }),
                    "Record the health of machines with their power state, if the BMC reports both "
                    "in one answer."),
      conductor_row("power_survey_size",
                    member_option([](auto& x) -> auto& { return x.runtime.power_sync_size; }),
                    "Most machines in one batch of the power sync.", within(1, 10'000)),
  };
}

std::vector<option> image_sources() {
  return {
      conductor_row("file_url_allowed_paths", member_option([](auto& x) -> auto& {
                      return x.policy.drivers.images.file_url_allowed_paths;
                    }),
                    "Folders in which file:// URLs of images may be. Drivers read these files and "
                    "gateways serve them, so both need them at the same path."),
      conductor_row("disable_support_for_checksum_files", member_option([](auto& x) -> auto& {
                      return x.policy.drivers.images.disable_support_for_checksum_files;
                    }),
                    "Reject the URL of a checksum file in instance_info.image_checksum."),
      conductor_row(
          "rescue_password_hash_algorithm",
          member_option([](auto& x) -> auto& { return x.api.rescue_password_hash_algorithm; }),
          "Hash of a rescue password; the gateway applies it before it passes the password on.",
          one_of({"sha256", "sha512"})),
  };
}

}  // namespace

std::vector<option> conductor_option_rows() {
  auto out = policies();
  for (auto part : {forbidden_steps, cleaning, deadlines, power, conductor_bound_rows,
                    conductor_ramdisk_rows, image_sources}) {
    auto more = part();
    std::move(more.begin(), more.end(), std::back_inserter(out));
  }
  return out;
}

}  // namespace ironbus::daemon
