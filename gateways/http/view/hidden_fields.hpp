#pragma once

#include "gateways/http/view/view.hpp"
#include "messages/rights/hidden_columns.hpp"
#include "messages/rights/rule_set.hpp"

#include <string_view>
#include <vector>

namespace ironbus::http {

class call;

/// The fields of a kind of object that the policy hides from the user of a call. A hidden field
/// stays in the answer; a text that names the missing rule replaces its value.
class hidden_fields {
public:
  hidden_fields(const call& x, const resource& kind);

  bool empty() const { return rows_.empty(); }

  /// The JSON text to show instead of a field; empty: the field is shown.
  std::string_view instead_of(std::string_view field, const shown_object& shown) const;

private:
  const call& call_;
  std::vector<const rights::hidden_column*> rows_;  ///< The fields that may be hidden.
};

}  // namespace ironbus::http
