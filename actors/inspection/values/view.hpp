#pragma once

#include "actors/inspection/values/documents.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ironbus::inspection {

/// What a secret that a machine has told reads as in a rule that may not see it. In the node and
/// what belongs to it, it reads as the API shows it.
inline constexpr std::string_view agent_secret_mask = "***";

/// The names that placeholders begin with: node, ports, port_groups, inventory, plugin_data, item.
bool is_view_name(std::string_view name);

/// What a rule sees of the documents. `node` also has `traits` and `auto_discovered`. Masked,
/// secrets are masked: in the inventory and plugin data the keys password, auth_token and
/// bmc_password at any depth, as `***`; in the node, its ports and port groups what the API masks,
/// as it does.
class view {
public:
  view(const documents& documents, bool masked) : documents_(documents), masked_(masked) {}

  /// The same within a loop. The item is what an earlier rendering gave, so it is masked already.
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
