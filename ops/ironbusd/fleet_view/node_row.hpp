#pragma once

#include "messages/base/json.hpp"
#include "messages/base/time.hpp"
#include "messages/model/state_table.hpp"
#include "ops/ironbusd/fleet_view/gateway_reader.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ironbus::fleet_view {

/// A node from a list; a text is empty if the API has null.
struct node_row {
  std::string uuid;
  std::string name;
  std::string state;  ///< As in the API: "clean wait".
  std::string target;
  std::string power;
  std::string target_power;
  std::string fault;
  std::string last_error;
  bool maintenance = false;
  std::string maintenance_reason;
  std::optional<timestamp> since;  ///< Start of the state; unset: it never changed.
};

/// The name, or the UUID if there is none.
const std::string& label_of(const node_row& node);

/// The kind of the state; unset: this release does not know the state.
std::optional<state_kind> kind_of(const node_row& node);

/// Whether the node is idle: a stable state without targets.
bool is_idle(const node_row& node);
/// Whether the last workflow failed, so that an operator must act.
bool has_failed(const node_row& node);

node_row read_node_row(const json& shown);

/// The node in output of --json: {"uuid", "name", "provision_state", "since"}.
json identity_of(const node_row& node);

/// Orders by start of the state, oldest first; nodes that never changed are last.
bool has_waited_longer(const node_row& left, const node_row& right);

/// All nodes, page by page. Fails as gateway_reader::read does.
result<std::vector<node_row>> read_fleet(gateway_reader& service);

/// Whether the text has only characters of names and UUIDs, so that it is safe in a path.
bool is_node_name(const std::string& text);

/// `invalid`, with the text, if it cannot be a name or UUID of a node.
result<std::monostate> check_node_name(const std::string& text);

}  // namespace ironbus::fleet_view
