#pragma once

#include "actors/inspection/processing/in_force.hpp"
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

/// What becomes of a node whose agent is not heard of in time (lost_agent_action).
enum class lost_agent : uint8_t { fail, reboot, maintenance, count_ };

/// What the conductor alone goes by. Names in comments are the options' names in the configuration
/// file.
struct conductor_options {
  using seconds = std::chrono::seconds;

  /// How long a driver may be silent about a step before the step has failed (step_timeout).
  seconds step_timeout{1800};
  /// How long a node may wait for its agent; 0: for ever (deploy_callback_timeout, …).
  seconds deploy_callback_timeout{1800};
  seconds clean_callback_timeout{1800};
  seconds inspect_wait_timeout{1800};
  seconds rescue_callback_timeout{1800};
  seconds service_callback_timeout{1800};
  lost_agent lost_agent_action = lost_agent::fail;
  /// Longest pause a `wait` step may ask for (max_conductor_wait_step_seconds).
  seconds max_wait_step{30};
  /// How long a change of power may take that does not say so (power_state_change_timeout), and one
  /// for which the operating system shuts down (soft_power_off_timeout).
  seconds power_state_change_timeout{60};
  seconds soft_power_off_timeout{600};
  /// Pauses between two polls of a task: as long as it has taken, but within these
  /// (task_poll_first, task_poll_longest).
  seconds task_poll_first{2};
  seconds task_poll_longest{60};

  bool automated_clean = true;
  bool allow_skip_cleaning = false;  ///< The target `available` leads out of `clean failed`.
  bool allow_provisioning_in_maintenance = true;
  bool allow_deleting_available_nodes = true;
  bool poweroff_in_cleanfail = false;
  bool poweroff_in_servicefail = false;
  /// An agent that has not called for so long counts as gone (fast_track_timeout).
  seconds fast_track_timeout{300};
  priority_overrides deploy_step_priority_override;
  priority_overrides verify_step_priority_override;
  /// "interface.step" that nobody may ask for (disallow_clean_steps).
  std::vector<std::string> disallowed_steps{"vendor.send_raw"};

  std::string default_resource_class;  ///< Empty: none.
  std::string default_conductor_group;

  /// Put a machine back to its recorded power state when it differs, else record what it is
  /// (force_power_state_during_sync).
  bool force_power_state_during_sync = true;
  uint32_t power_state_sync_max_retries = 3;
  bool enable_health_monitoring = true;  ///< Surveys record the health of machines, too.

  size_t history_max_entries = 300;  ///< node_history_max_entries.
  size_t operations_max_entries = 20;
  /// What certificates of cleanings are signed with (certificate_key_file); null: there are none.
  std::shared_ptr<const signing_key> certificate_key;
  size_t certificates_max_entries = 100;
  size_t error_text_max = 4096;  ///< log_in_db_max_size.
  /// All that is set in the configuration and no secret, for the records of decisions, see
  /// decision_record.
  std::string configuration = "{}";

  notification_options notifications;
};

/// What a decision may know besides the snapshot and the message.
struct context {
  timestamp now;
  const driver_catalog& drivers;
  const installation_policy& policy;
  const conductor_options& options;
  std::string_view conductor;         ///< Name of this conductor, for event sources.
  std::string_view host = conductor;  ///< What clients see as the node's conductor.
  /// Where an answer that comes later goes; empty: nobody waits for one.
  std::string_view reply_to = {};
  std::string_view correlation_id = {};
  /// How what agents find is dealt with, and the rules as they are now; null: none.
  const inspection::policy& inspection = inspection::default_policy();
  inspection::rules_in_force rules = {};
  /// MAC addresses that the store has refused, as they are other nodes': no port is made of them.
  std::span<const std::string> taken_macs = {};
  /// Random and drawn for this message alone: an agent's token, should it need one.
  std::string_view fresh_token = {};
  /// Which conductor groups have a driver worker; null: unknown.
  std::shared_ptr<const served_groups> served = {};
  usual_times usual = {};  ///< How long steps take, as far as it has been learned.
  /// The authenticated user who sent the message; empty: nobody known.
  std::string_view user = {};
  /// The API request that the message comes from; empty: none.
  std::string_view request_id = {};
  /// The span under which the message was sent.
  trace_context trace = {};
  /// Of the shard as its owner holds it; requests to drivers say it.
  uint64_t epoch = 0;
  timestamp sent = now;                         ///< When the message was.
  timestamp expires = sent + command_lifetime;  ///< When nobody waits for its answer any more.
};

}  // namespace ironbus
