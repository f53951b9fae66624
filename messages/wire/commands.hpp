#pragma once

#include "messages/wire/envelope.hpp"
#include "messages/wire/step.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ironbus {

// -- commands to a node ---------------------------------------------------------------------------

/// Enrols a node. `fields` holds API fields as validated by their field_spec; the envelope's
/// subject is the UUID. A number of a microversion 1.N is written N.
struct create_node {
  json fields = json::object();
  int api_version = 1;  ///< Below 11 the node begins in `available`.
};

/// One operation of a JSON patch (RFC 6902; add, replace, remove).
struct patch_operation {
  std::string op;
  std::string path;  ///< JSON pointer, RFC 6901.
  json value;
};

struct update_node {
  std::vector<patch_operation> patch;
  bool reset_interfaces = false;
  int api_version = 1;
};

struct delete_node {};

/// Moves a node through its life: PUT /v1/nodes/{id}/states/provision. `request` is the body less
/// its target: clean_steps, deploy_steps, configdrive, rescue_password, disable_ramdisk, ….
struct set_provision_state {
  std::string target;
  json request = json::object();
  int api_version = 1;
};

struct set_power_state {
  std::string target;
  std::optional<uint32_t> timeout_seconds;
};

struct set_maintenance {
  bool enabled = true;
  std::optional<std::string> reason;
};

/// What belongs to a node and has no life of its own: "port", "portgroup", "volume_connector",
/// "volume_target" (node_part.hpp). The fields hold the part's uuid.
struct create_part {
  std::string kind;
  json fields = json::object();
  int api_version = 1;
};

struct update_part {
  std::string kind;
  std::string uuid;
  std::vector<patch_operation> patch;
  int api_version = 1;
};

struct delete_part {
  std::string kind;
  std::string uuid;
};

/// Replaces the set (`all`), or adds or removes single traits.
struct set_traits {
  enum class how : uint8_t { all, add, remove };
  how mode = how::all;
  std::vector<std::string> traits;
};

/// Calls a method of one of the node's interfaces; the reply's body is its answer, or comes at once
/// if nobody is to wait. Refused if the interface has no such method.
struct call_driver {
  std::string interface;  ///< Kind: "management".
  std::string method;
  json args = json::object();
  bool wait = true;
};

/// PUT /v1/nodes/{id}/states/raid.
struct set_target_raid {
  json config = json::object();
};

/// The ramdisk has found its node: gives it a token where it has none. The reply's body is
/// {"agent_token": "…"} the first time and {"agent_token": "******"} later.
struct agent_lookup {
  std::string fresh_token;  ///< Drawn by the gateway; used if the node has none.
};

/// The ramdisk is alive: POST /v1/heartbeat/{id}.
struct agent_heartbeat {
  std::string callback_url;
  std::string agent_version;
  std::string agent_token;
  std::optional<std::string> agent_status;
  std::optional<std::string> agent_status_message;
  std::optional<std::string> agent_verify_ca{};  ///< PEM; what its certificate is checked with.
};

/// The ramdisk has sent what it found: POST /v1/continue_inspection. The reply's body is
/// {"uuid": "…"}.
struct continue_inspection {
  json inventory = json::object();
  json plugin_data = json::object();  ///< All else that came with it.
  /// Set: there is no such node yet; one with this driver is enrolled (auto-discovery).
  std::optional<std::string> discover_as{};
  std::optional<std::string> rejected{};  ///< Why an early rule fails the inspection.
};

/// A node asks its child to run a step in its place. The child answers with `child_step_ended`.
struct run_child_step {
  step_id step;  ///< The parent's step.
  std::string interface;
  std::string name;
  json args = json::object();
};

/// To the parent: how its step ended on one child.
struct child_step_ended {
  step_id step;
  std::string child;
  std::optional<std::string> failed;  ///< Why; unset: it went well.
};

/// What a power survey found about this node.
struct observe_power {
  power_finding found;
};

/// The place where what the node boots was written (boot_notes::place) is lost: no driver worker
/// has it any more. The node has it written anew elsewhere, if that is still where it lies.
struct boot_place_lost {
  std::string place;
};

/// An allocation asks for the node. The node answers it with `answer_claim`.
struct claim_node {
  std::string allocation;  ///< UUID; becomes the node's instance_uuid.
  std::optional<std::string> resource_class;
  std::vector<std::string> traits;
  std::optional<std::string> owner;
  bool backfill = false;  ///< The node is in use already; what it runs is being recorded.
  std::optional<std::string> rejected{};  ///< Why the store will not have it so.
};

/// The allocation wants to end. The node lets go and ends it, or says in `answer_release` that it
/// is in use.
struct release_node {
  std::string allocation;
  bool gone = false;  ///< It has ended already: there is nobody to refuse it to.
};

using command =
    std::variant<create_node, update_node, delete_node, set_provision_state, set_power_state,
                 set_maintenance, create_part, update_part, delete_part, set_traits, claim_node,
                 release_node, call_driver, set_target_raid, agent_lookup, agent_heartbeat,
                 observe_power, continue_inspection, run_child_step, child_step_ended,
                 boot_place_lost>;

member_codecs<create_node> members_of(const create_node*);
member_codecs<patch_operation> members_of(const patch_operation*);
member_codecs<update_node> members_of(const update_node*);
member_codecs<delete_node> members_of(const delete_node*);
member_codecs<set_provision_state> members_of(const set_provision_state*);
member_codecs<set_power_state> members_of(const set_power_state*);
member_codecs<set_maintenance> members_of(const set_maintenance*);
member_codecs<create_part> members_of(const create_part*);
member_codecs<update_part> members_of(const update_part*);
member_codecs<delete_part> members_of(const delete_part*);
member_codecs<set_traits> members_of(const set_traits*);
member_codecs<claim_node> members_of(const claim_node*);
member_codecs<release_node> members_of(const release_node*);
member_codecs<call_driver> members_of(const call_driver*);
member_codecs<set_target_raid> members_of(const set_target_raid*);
member_codecs<agent_lookup> members_of(const agent_lookup*);
member_codecs<agent_heartbeat> members_of(const agent_heartbeat*);
member_codecs<observe_power> members_of(const observe_power*);
member_codecs<continue_inspection> members_of(const continue_inspection*);
member_codecs<run_child_step> members_of(const run_child_step*);
member_codecs<child_step_ended> members_of(const child_step_ended*);
member_codecs<boot_place_lost> members_of(const boot_place_lost*);

/// By its number.
void write_json(std::string& out, set_traits::how x);
void read_json(json_value& json_value, set_traits::how& out);

/// The CloudEvents type of a command: "ironbus.command.<name>".
std::string type_of(const command& x);
/// Wraps a command for the node `uuid`.
envelope envelop(const command& x, std::string id, std::string uuid, std::string source,
                 timestamp now);
/// `invalid` if the type is unknown or the data has the wrong shape.
result<command> decode_command(const envelope& x);

/// The answer to a command, by direct reply-to; type "ironbus.reply".
struct reply {
  std::optional<failure> refused;
  /// Text of a JSON document: after create_node and update_node the snapshot; after create_part
  /// and update_part the part; after create_record and update_record the record; see agent_lookup.
  std::string body;
  bool later = false;  ///< Nothing is said now: the answer comes with a later decision.
};

member_codecs<failure> members_of(const failure*);
member_codecs<reply> members_of(const reply*);

std::string encode_reply(const reply& x);
result<reply> decode_reply(std::string_view text);

// -- types of the other messages ------------------------------------------------------------------

inline constexpr std::string_view step_request_type = "ironbus.step.request";
/// A step request sent once more, to ask how a step that waits for its agent is going. Nothing is
/// answered if it still goes on; a lost one is made good by the agent's next heartbeat.
inline constexpr std::string_view step_probe_type = "ironbus.step.probe";
inline constexpr std::string_view step_outcome_type = "ironbus.step.outcome";
inline constexpr std::string_view power_survey_type = "ironbus.power.survey";
/// To a shard, not to a node: {"shard": n}. Whoever consumes the shard makes sure it owns it.
inline constexpr std::string_view shard_check_type = "ironbus.shard.check";
inline constexpr std::string_view event_type_prefix = "ironbus.";

}  // namespace ironbus
