#pragma once

#include <span>
#include <string_view>

namespace ironbus::rights {

/// A field that the policy hides from users. The field stays; a text replaces its value.
struct hidden_column {
  std::string_view collection;
  std::string_view field;
  std::string_view rule;     ///< Shows the field.
  std::string_view instead;  ///< JSON. Clients of Ironic compare these texts.
};

std::span<const hidden_column> hidden_columns();

/// Null: the field is never hidden.
const hidden_column* find_hidden_column(std::string_view collection, std::string_view field);

}  // namespace ironbus::rights
