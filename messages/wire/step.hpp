#pragma once

#include "messages/model/components.hpp"
#include "messages/model/node_parts.hpp"
#include "messages/model/operation.hpp"
#include "messages/model/power_state.hpp"
#include "messages/model/wait.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ironbus {

class driver_catalog;
struct node;

/// The node data that a driver needs. Contains secrets, so it is only sent on the bus.
struct machine {
  std::string uuid;
  std::optional<std::string> name;
  std::string driver;
  std::string conductor_group;
  json_document driver_info;  ///< The keys that the step's implementation declares.
  json_document driver_internal_info;
  json_document properties;
  json_document instance_info;
  json_document target_raid_config;
  /// The ramdisk's network configuration if it gets none from the network.
  json_document network_data;
  std::optional<ironbus::power_state> power_state;
  bool disable_power_off = false;
  std::map<std::string, std::string> interfaces;  ///< Kind → implementation.
  std::vector<port> ports;
};

/// The node data that this step needs (contract/step_needs.hpp).
machine machine_for(const step& what, const node& attributes, const std::vector<port>& ports,
                    const driver_catalog& drivers);

/// The key of a step's claim in the store.
std::string claim_key(const step_id& x);

/// Maximum length of a task handle in bytes.
inline constexpr size_t task_handle_max = 4096;

/// Requests one step of a driver worker. A repeated request does not run the step again.
struct step_request {
  step_id id;
  step what;
  workflow kind = workflow::verify;
  /// After this time the node considers the worker silent. Of a probe: before this time there is no
  /// reply if the step continues.
  timestamp deadline{};
  ironbus::machine machine;
  /// Of a probe: the agent may be lost, so its silence counts.
  bool doubtful = false;
  /// A previous owner of the node has requested the step already. The machine may have received it,
  /// even if the store has no claim.
  bool again = false;
  /// The epoch of the node's shard when the step, or the one before it, was requested. If it is
  /// older than the store's last restart, the store may have lost the claim (step_claim), or the
  /// request itself.
  uint64_t epoch = 0;
  /// Of a poll: the handle that `waiting` reported. Empty: the agent is asked.
  std::string task_handle{};
};

enum class step_status : uint8_t {
  done,
  /// Continues without the worker; `waits_for` names the party. It ends with the agent's heartbeat,
  /// or when a poll finds its end.
  waiting,
  failed,
  /// It is unknown whether the step ended: its worker died, and the machine cannot tell.
  interrupted,
  count_
};

std::string_view to_string(step_status x);
bool from_string(std::string_view name, step_status& out);

/// Facts that a driver found; an empty member changes nothing.
struct facts {
  std::optional<ironbus::power_state> power_state;
  std::optional<std::string> boot_mode;
  std::optional<bool> secure_boot;
  std::optional<bool> console_enabled;
  std::optional<std::string> health;
  json properties = json::object();            ///< Merged; null removes a key.
  json driver_internal_info = json::object();  ///< Merged; null removes a key.
  json driver_info = json::object();           ///< Merged: new access data of the BMC.
  json raid_config;                            ///< Replaces the old value; null: no change.
  json inventory;                              ///< {inventory, plugin_data}; null: no change.
  std::vector<std::string> mac_addresses;      ///< Of the network cards, as the BMC lists them.
  /// All BIOS settings: a missing one no longer exists. Unset: no change.
  std::optional<std::vector<bios_setting>> bios;
  std::vector<firmware_component> firmware;  ///< The changed components.
};

/// The result of a step, or that it waits.
struct step_outcome {
  step_id id;
  step_status status = step_status::done;
  std::string reason;  ///< Why it failed; a sentence for the operator, without secrets.
  /// The error class that a client of a driver call receives.
  error_code why = error_code::driver_failed;
  /// agent: its next heartbeat ends the step. task: the machine is polled until it has ended.
  /// driver: no outcome, but a report of `silence`; the step runs on.
  awaited waits_for = awaited::agent;
  std::optional<uint32_t> wait_seconds;  ///< Maximum duration; unset: the workflow's own limit.
  std::string task_handle;               ///< Identifies the task in polls; without secrets.
  /// Time until the next poll; unset: the conductor chooses.
  std::optional<uint32_t> poll_seconds;
  facts observed;
  /// Interrupted because another agent is running than the one that got the step; `learnt` has the
  /// steps it offers.
  bool steps_changed = false;
  /// Interrupted because the agent no longer accepts requests; only a reboot helps.
  bool agent_gone = false;
  /// Interrupted after a part of the step was done, as its notes say. The rest runs as the next
  /// attempt, even if the step is not repeatable.
  bool part_done = false;
  bool reboot_first = false;  ///< Then the machine reboots before the rest.
  /// Failed, and an order of the step may have changed the power state: the machine did not show
  /// the end in time. `observed.power_state` is the last state that it showed, if any.
  bool power_unknown = false;
  /// Of such a report: the machine's BMC does not answer. Unset: it answers again.
  std::optional<machine_silence> silence{};
  /// An earlier run had started the step; this result was read from the machine.
  bool recovered = false;
  json answer;         ///< Of a driver call: its answer for the caller.
  std::string worker;  ///< "<member name>/<incarnation>".
  std::string evidence;
  json report;  ///< What was done to which device, as the machine reports; null: no report.
};

/// Requests the power state of many machines from a worker.
struct power_survey {
  struct target {
    ironbus::machine machine;
    std::optional<power_state> expected;
    std::optional<std::string> health;  ///< The stored health.
    bool always = false;                ///< Report the state even if it has not changed.
  };
  uint32_t shard = 0;
  std::vector<target> targets;
};

/// A result of the power sync: a power state or health that differs from the stored one, or an
/// error.
struct power_finding {
  std::string node;
  std::optional<ironbus::power_state> power_state;  ///< Unset: it could not be read.
  std::string error;
  std::optional<std::string> health;  ///< "OK", "Warning" or "Critical"; unset: not reported.
};

member_codecs<machine> members_of(const machine*);
member_codecs<step_request> members_of(const step_request*);
member_codecs<facts> members_of(const facts*);
member_codecs<step_outcome> members_of(const step_outcome*);
member_codecs<power_survey::target> members_of(const power_survey::target*);
member_codecs<power_survey> members_of(const power_survey*);
member_codecs<power_finding> members_of(const power_finding*);

}  // namespace ironbus
