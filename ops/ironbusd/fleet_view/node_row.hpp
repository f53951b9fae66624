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

/// A node as lists show it; texts are empty where the API has null.
struct node_row {
  std::string uuid;
  std::string name;
  std::string state;  ///< As on the wire: "clean wait".
  std::string target;
  std::string power;
  std::string target_power;
  std::string fault;
  std::string last_error;
  bool maintenance = false;
  std::string maintenance_reason;
  std::optional<timestamp> since;  ///< When the state was entered; unset: never changed.
};

/// The name, or where there is none the UUID.
const std::string& label_of(const node_row& node);

/// What kind of state it is in; unset: one that this release does not know.
std::optional<state_kind> kind_of(const node_row& node);

/// Whether nothing is under way and nobody is awaited: a stable state, no target.
bool is_at_rest(const node_row& node);
/// Whether an operator must decide: the last workflow has failed.
bool has_failed(const node_row& node);

node_row read_node_row(const json& shown);

/// {"uuid", "name", "provision_state", "since"}: how answers for programs name a node.
json identity_of(const node_row& node);

/// Oldest first; those that have never changed come last.
bool has_waited_longer(const node_row& left, const node_row& right);

/// All nodes, page by page. As gateway_reader::read.
result<std::vector<node_row>> read_fleet(gateway_reader& service);

/// What names and UUIDs consist of: nothing that leads to another path.
bool is_node_name(const std::string& text);

/// `invalid`: the text, which it quotes, can name no node.
result<std::monostate> check_node_name(const std::string& text);

}  // namespace ironbus::fleet_view
