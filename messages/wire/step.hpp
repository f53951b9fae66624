#pragma once

#include "messages/model/components.hpp"
#include "messages/model/node_parts.hpp"
#include "messages/model/operation.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ironbus {

class driver_catalog;
struct node;

/// The part of a node that a driver needs; secrets included, so it travels on the bus only.
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
  json_document network_data;  ///< How the ramdisk reaches the network where nobody tells it.
  std::optional<ironbus::power_state> power_state;
  bool disable_power_off = false;
  std::map<std::string, std::string> interfaces;  ///< Kind → implementation.
  std::vector<port> ports;
};

/// What that step needs of its node, and no more (contract/step_needs.hpp).
machine machine_for(const step& what, const node& attributes, const std::vector<port>& ports,
                    const driver_catalog& drivers);

/// The key of a step's claim in the store.
std::string claim_key(const step_id& x);

/// How long the handle of a task may be, in bytes.
inline constexpr size_t task_handle_max = 4096;

/// Asks a driver worker to run one step. Repeating the request does not repeat the step.
struct step_request {
  step_id id;
  step what;
  workflow kind = workflow::verify;
  /// After this the node counts the worker as silent. Of a probe: before this it is no news that
  /// the step goes on.
  timestamp deadline{};
  ironbus::machine machine;
  /// Of a probe: there are signs that the agent is gone, so its silence counts.
  bool doubtful = false;
  /// Asked for before, by whoever had the node then: the machine may have been told already, also
  /// where the store knows of no claim.
  bool again = false;
  /// Of the node's shard when it was asked for, or the step before it. One of before the store's
  /// last restart may have had a claim that the store has lost (step_claim), and the node's asking
  /// for it may be among what the store has lost.
  uint64_t epoch = 0;
  std::string task_handle{};  ///< Of a poll: what `waiting` said. Empty: an agent is asked.
};

enum class step_status : uint8_t {
  done,
  /// Goes on without the worker: `waits_for` says for whom. The end comes with the agent's
  /// heartbeat, or is found when the machine is polled.
  waiting,
  failed,
  /// Nobody knows whether the step ended: its worker died and the machine cannot tell.
  interrupted,
  count_
};

std::string_view to_string(step_status x);
bool from_string(std::string_view name, step_status& out);

/// What a driver learnt; an empty member changes nothing.
struct facts {
  std::optional<ironbus::power_state> power_state;
  std::optional<std::string> boot_mode;
  std::optional<bool> secure_boot;
  std::optional<bool> console_enabled;
  std::optional<std::string> health;
  json properties = json::object();            ///< Merged; null removes a key.
  json driver_internal_info = json::object();  ///< Merged; null removes a key.
  json driver_info = json::object();           ///< Merged: how its BMC is reached has changed.
  json raid_config;                            ///< Replaces; null: no news.
  json inventory;                              ///< {inventory, plugin_data}; null: no news.
  std::vector<std::string> mac_addresses;      ///< Of its network cards, as its BMC lists them.
  /// All settings of its BIOS: one that is missing is gone. Unset: no news.
  std::optional<std::vector<bios_setting>> bios;
  std::vector<firmware_component> firmware;  ///< Those there is news of.
};

/// How a step ended, or that it waits.
struct step_outcome {
  step_id id;
  step_status status = step_status::done;
  std::string reason;  ///< Why it failed; a sentence for the operator, without secrets.
  /// Whose fault that is: what a client who waits for a driver call is answered.
  error_code why = error_code::driver_failed;
  /// agent: its next heartbeat ends the step. task: the machine is polled until it has ended.
  awaited waits_for = awaited::agent;
  std::optional<uint32_t> wait_seconds;  ///< How long at most; unset: the workflow's own limit.
  std::string task_handle;               ///< By which the task is polled; without secrets.
  std::optional<uint32_t> poll_seconds;  ///< Until the next poll; unset: the conductor's choice.
  facts observed;
  /// Interrupted because the agent is not the one that was told the step; learnt has the steps it
  /// offers now.
  bool steps_changed = false;
  /// Interrupted because the agent does not answer to us any more; only a reboot brings one back.
  bool agent_gone = false;
  /// Interrupted because a part of it is done, as its notes say: the rest runs as its next attempt,
  /// also of a step that is not repeatable.
  bool part_done = false;
  bool reboot_first = false;  ///< Of that: the machine starts anew before the rest.
  /// The machine was asked what had become of it: an earlier run had begun it.
  bool recovered = false;
  json answer;         ///< Of a driver call: what the caller asked for.
  std::string worker;  ///< "<member name>/<incarnation>".
  std::string evidence;
  json report;  ///< What was done to which device, as the machine says; null: it does not.
};

/// Asks a worker for the power state of many machines at once.
struct power_survey {
  struct target {
    ironbus::machine machine;
    std::optional<power_state> expected;
    std::optional<std::string> health;  ///< The one that is recorded.
    bool always = false;                ///< Report the state even if it is the expected one.
  };
  uint32_t shard = 0;
  std::vector<target> targets;
};

/// What a survey found that is news: a state or a health that differs from what is recorded, or an
/// error.
struct power_finding {
  std::string node;
  std::optional<ironbus::power_state> power_state;  ///< Unset: it could not be read.
  std::string error;
  std::optional<std::string> health;  ///< "OK", "Warning" or "Critical"; unset: not said.
};

member_codecs<machine> members_of(const machine*);
member_codecs<step_request> members_of(const step_request*);
member_codecs<facts> members_of(const facts*);
member_codecs<step_outcome> members_of(const step_outcome*);
member_codecs<power_survey::target> members_of(const power_survey::target*);
member_codecs<power_survey> members_of(const power_survey*);
member_codecs<power_finding> members_of(const power_finding*);

}  // namespace ironbus
