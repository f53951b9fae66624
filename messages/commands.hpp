#pragma once

#include "messages/envelope.hpp"
#include "messages/step.hpp"

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
  bool on = true;
  std::optional<std::string> reason;
};

struct create_port {
  json fields = json::object();  ///< With the port's uuid.
};

struct update_port {
  std::string uuid;
  std::vector<patch_operation> patch;
  int api_version = 1;
};

struct delete_port {
  std::string uuid;
};

/// Replaces the set (`all`), or adds or removes single traits.
struct set_traits {
  enum class how : uint8_t { all, add, remove };
  how mode = how::all;
  std::vector<std::string> traits;
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
};

/// What a power survey found about this node.
struct observe_power {
  power_finding found;
};

using command = std::variant<create_node, update_node, delete_node, set_provision_state,
                             set_power_state, set_maintenance, create_port, update_port,
                             delete_port, set_traits, agent_lookup, agent_heartbeat, observe_power>;

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
  /// Text of a JSON document: after create_node and update_node the snapshot; after create_port
  /// and update_port the port; see agent_lookup.
  std::string body;
};

std::string encode_reply(const reply& x);
result<reply> decode_reply(std::string_view text);

// -- types of the other messages ------------------------------------------------------------------

inline constexpr std::string_view step_request_type = "ironbus.step.request";
inline constexpr std::string_view step_outcome_type = "ironbus.step.outcome";
inline constexpr std::string_view power_survey_type = "ironbus.power.survey";
/// To a shard, not to a node: {"shard": n}. Whoever consumes the shard makes sure it owns it.
inline constexpr std::string_view shard_check_type = "ironbus.shard.check";
inline constexpr std::string_view event_type_prefix = "ironbus.";

}  // namespace ironbus
