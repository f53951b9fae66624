#pragma once

#include "actors/inspection/rules/node_view.hpp"
#include "actors/inspection/rules/operation.hpp"

#include <span>
#include <string_view>

namespace ironbus::inspection {

/// An action of rules. To add one, add a row to the table in actions.cpp.
struct action_info {
  operation_form form;
  bool early = false;  ///< Allowed without a node.
  /// Changes the documents, or leaves them unchanged on failure. A failure ends the inspection with
  /// its sentence.
  checked (*run)(node_view& x, const arguments& args);
};

std::span<const action_info> all_actions();
/// Null if there is none of that name.
const action_info* find_action(std::string_view name);

// The actions, sorted by what they change.
checked set_attribute(node_view& x, const arguments& args);
checked extend_attribute(node_view& x, const arguments& args);
checked delete_attribute(node_view& x, const arguments& args);
checked set_capability(node_view& view, const arguments& args);
checked unset_capability(node_view& view, const arguments& args);
checked add_trait(node_view& view, const arguments& args);
checked remove_trait(node_view& view, const arguments& args);

checked set_port_attribute(node_view& x, const arguments& args);
checked extend_port_attribute(node_view& x, const arguments& args);
checked delete_port_attribute(node_view& x, const arguments& args);

checked set_plugin_data(node_view& view, const arguments& args);
checked extend_plugin_data(node_view& view, const arguments& args);
checked unset_plugin_data(node_view& view, const arguments& args);

checked fail_inspection(node_view& x, const arguments& args);
checked write_log(node_view& x, const arguments& args);
checked call_api(node_view& view, const arguments& args);

// Checks for arguments of actions only.
checked is_data_path(const json& value);
checked is_trait(const json& value);
checked is_capability_name(const json& value);
checked is_log_level(const json& value);
checked is_url(const json& value);
checked is_timeout(const json& value);
checked is_retry_count(const json& value);
checked is_backoff(const json& value);

}  // namespace ironbus::inspection
