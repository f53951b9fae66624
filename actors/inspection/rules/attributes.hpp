#pragma once

#include "actors/inspection/rules/node_view.hpp"
#include "actors/inspection/values/parameter.hpp"
#include "actors/inspection/values/path.hpp"

#include <string>

namespace ironbus::inspection {

/// A resource whose fields rules may write, and the rules for it: only what a PATCH may write, so
/// never uuid, states or what drivers keep for themselves.
enum class resource_kind : uint8_t { node, port };

struct resource_ref {
  resource_kind kind;
  json& document;
  std::string where;  ///< As changes name it: "node", "ports/<uuid>".
};

/// Parameter checks: the path must lead into a field that rules may write.
checked is_node_path(const json& value);
checked is_port_path(const json& value);

/// Sets a field, or a place in a field that is an object; see set_at(). A value of a field is
/// fitted to its type: a number becomes text where the field is text, "yes", "no", "true" and
/// "false" become booleans where it is a boolean, null an empty object where it is an object.
/// `invalid`, and nothing is changed, if the value does not suit.
checked set_attribute_at(node_view& view, const resource_ref& reference, const std::string& path,
                         const json& value);
/// Appends to a list; see extend_at().
checked extend_attribute_at(node_view& view, const resource_ref& reference, const std::string& path,
                            const json& value, bool unique);
/// Removes a key or an item of a list, or sets a field to its default; what is not there is fine.
checked delete_attribute_at(node_view& view, const resource_ref& reference,
                            const std::string& path);

/// What stands at a place of a document, as a change may show it.
json shown_at(const json& root, std::span<const std::string> path);
/// What a change to a place changes: the place, or the list that loses an item of it.
path_steps place_of_removal(const json& root, path_steps path);
/// Whether a value may be written that deep; takes it from the budget. `too_large` if not.
checked may_write(node_view& view, size_t steps, const json& value);

}  // namespace ironbus::inspection
