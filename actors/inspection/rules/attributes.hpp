#pragma once

#include "actors/inspection/rules/node_view.hpp"
#include "actors/inspection/values/parameter.hpp"
#include "actors/inspection/values/path.hpp"

#include <string>

namespace ironbus::inspection {

/// A resource with fields that rules may write: only those that a PATCH may write, so neither uuid
/// nor states nor drivers' internal data.
enum class resource_kind : uint8_t { node, port };

struct resource_ref {
  resource_kind kind;
  json& document;
  std::string where;  ///< Its name in changes: "node", "ports/<uuid>".
};

/// Parameter checks: the path must start with a field that rules may write.
checked is_node_path(const json& value);
checked is_port_path(const json& value);

/// Sets a field, or a value in an object field; see set_at(). The value is converted to the field's
/// type: a number to text, "yes", "no", "true" and "false" to booleans, null to an empty object.
/// `invalid` without a change if the value does not fit.
checked set_attribute_at(node_view& view, const resource_ref& reference, const std::string& path,
                         const json& value);
/// Appends to a list; see extend_at().
checked extend_attribute_at(node_view& view, const resource_ref& reference, const std::string& path,
                            const json& value, bool unique);
/// Removes a key or a list item, or sets a field to its default; a missing value is no error.
checked delete_attribute_at(node_view& view, const resource_ref& reference,
                            const std::string& path);

/// The value at a path of a document, as a change may show it.
json shown_at(const json& root, std::span<const std::string> path);
/// The path of the change when a value is removed: its own path, or that of its list.
path_steps place_of_removal(const json& root, path_steps path);
/// Whether a value may be written at that depth; charges the budget. `too_large` if not.
checked may_write(node_view& view, size_t steps, const json& value);

}  // namespace ironbus::inspection
