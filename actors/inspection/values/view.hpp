#pragma once

#include "actors/inspection/values/documents.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ironbus::inspection {

/// Replaces a secret of the machine's data for rules that may not read it. Secrets of the node and
/// its parts are masked as in the API.
inline constexpr std::string_view agent_secret_mask = "***";

/// The names that placeholders start with: node, ports, port_groups, inventory, plugin_data, item.
bool is_view_name(std::string_view name);

/// The documents as a rule reads them. `node` also has `traits` and `auto_discovered`. If masked:
/// in the inventory and plugin data the keys password, auth_token and bmc_password read as `***` at
/// any depth; in the node, its ports and port groups secrets are masked as in the API.
class view {
public:
  view(const documents& documents, bool masked) : documents_(documents), masked_(masked) {}

  /// The same within a loop. The item was rendered before, so it is masked already.
  view with_item(const json& item) const {
    auto out = *this;
    out.item_ = &item;
    return out;
  }

  /// The value at a path (name, then keys of objects or indexes of lists); nothing if there is
  /// none. Null is a value.
  std::optional<json> find(std::span<const std::string> path) const;

private:
  std::optional<json> find_in_node(std::span<const std::string> keys) const;

  const documents& documents_;
  bool masked_;
  const json* item_ = nullptr;
};

}  // namespace ironbus::inspection
