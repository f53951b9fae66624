#pragma once

#include "actors/inspection/processing/rules_in_force.hpp"
#include "actors/node/base/notification_options.hpp"
#include "messages/base/uuid.hpp"
#include "messages/contract/usual_time.hpp"
#include "messages/crypto/signing_key.hpp"
#include "messages/model/declared_steps.hpp"
#include "messages/model/policy.hpp"
#include "messages/ports/process_description.hpp"
#include "messages/wire/envelope.hpp"
#include "messages/wire/routing.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ironbus {

/// What happens to a node whose agent has timed out (lost_agent_action).
enum class lost_agent : uint8_t { fail, reboot, maintenance, count_ };

/// Options that only the conductor uses. Comments name the options of the configuration file.
struct conductor_options {
  using seconds = std::chrono::seconds;

  /// How long a driver may take for a step before the step fails (step_timeout).
  seconds step_timeout{1800};
  /// How long a node may wait for its agent; 0: without a limit (deploy_callback_timeout, …).
  seconds deploy_callback_timeout{1800};
  seconds clean_callback_timeout{1800};
  seconds inspect_wait_timeout{1800};
  seconds rescue_callback_timeout{1800};
  seconds service_callback_timeout{1800};
  lost_agent lost_agent_action = lost_agent::fail;
  /// Longest pause of a `wait` step (max_conductor_wait_step_seconds).
  seconds max_wait_step{30};
  /// Time limit of a power change without its own (power_state_change_timeout), and of one for
  /// which the operating system shuts down (soft_power_off_timeout).
  seconds power_state_change_timeout{60};
  seconds soft_power_off_timeout{600};
  /// Pauses between polls of a task: as long as the task has run so far, but within these limits
  /// (task_poll_first, task_poll_longest).
  seconds task_poll_first{2};
  seconds task_poll_longest{60};

  bool automated_clean = true;
  bool allow_skip_cleaning = false;  ///< Allow the target `available` in `clean failed`.
  bool allow_provisioning_in_maintenance = true;
  bool allow_deleting_available_nodes = true;
  bool poweroff_in_cleanfail = false;
  bool poweroff_in_servicefail = false;
  /// An agent without a heartbeat for this time counts as stopped (fast_track_timeout).
  seconds fast_track_timeout{300};
  priority_overrides deploy_step_priority_override;
  priority_overrides verify_step_priority_override;
  /// "interface.step" of steps that cannot be requested, by workflow (disallow_clean_steps,
  /// disallow_deploy_steps, disallow_service_steps).
  std::vector<std::string> disallowed_clean_steps{"vendor.send_raw"};
  std::vector<std::string> disallowed_deploy_steps{"vendor.send_raw"};
  std::vector<std::string> disallowed_service_steps{"vendor.send_raw"};

  std::string default_resource_class;  ///< Empty: none.
  std::string default_conductor_group;

  /// If the power state of a machine differs from the stored one: true, change the machine; false,
  /// change the record (force_power_state_during_sync).
  bool force_power_state_during_sync = true;
  uint32_t power_state_sync_max_retries = 3;
  /// So long after an order without a result the power sync sends no order (power_sync_grace).
  seconds power_sync_grace{600};
  bool enable_health_monitoring = true;  ///< The power sync also records the health of machines.

  size_t history_max_entries = 300;  ///< node_history_max_entries.
  size_t operations_max_entries = 20;
  /// Signs cleaning certificates (certificate_key_file); null: none are issued.
  std::shared_ptr<const signing_key> certificate_key;
  size_t certificates_max_entries = 100;
  size_t error_text_max = 4096;  ///< log_in_db_max_size.
  /// The configured options without secrets, for decision records.
  std::string configuration = "{}";

  notification_options notifications;
};

/// Input of a decision besides the snapshot and the message.
struct context {
  timestamp now;
  const driver_catalog& drivers;
  const installation_policy& policy;
  const conductor_options& options;
  std::string_view conductor;         ///< Name of this conductor, for event sources.
  std::string_view host = conductor;  ///< The conductor's name as clients see it.
  /// The address for a later reply; empty: no client waits.
  std::string_view reply_to = {};
  std::string_view correlation_id = {};
  /// The inspection policy, and the current rules; null: none.
  const inspection::policy& inspection = inspection::default_policy();
  inspection::rules_in_force rules = {};
  /// MAC addresses that the store has rejected because they belong to other nodes: no ports are
  /// created for them.
  std::span<const std::string> taken_macs = {};
  /// A random token for this message, in case it issues one to an agent.
  std::string_view fresh_token = {};
  /// The conductor groups that have a driver worker; null: unknown.
  std::shared_ptr<const served_groups> served = {};
  usual_times usual = {};  ///< The learned durations of steps.
  /// The authenticated user who sent the message; empty: unknown.
  std::string_view user = {};
  /// The API request that the message comes from; empty: none.
  std::string_view request_id = {};
  /// The span in which the message was sent.
  trace_context trace = {};
  /// The epoch of the owned shard; requests to drivers contain it.
  uint64_t epoch = 0;
  timestamp sent = now;                         ///< When the message was.
  timestamp expires = sent + command_lifetime;  ///< When the client stops waiting for the reply.
  /// What the sender's permission is based on; unset: not on the object.
  std::optional<seen_access> seen{};
};

}  // namespace ironbus
