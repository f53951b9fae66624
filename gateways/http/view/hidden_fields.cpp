#include "gateways/http/view/hidden_fields.hpp"

#include "gateways/http/api/permission.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

// Who may see all nodes sees all their fields.
constexpr std::string_view threshold = "baremetal:node:get:filter_threshold";

std::optional<std::string> text_value(const shown_object& shown, std::string_view name) {
  const auto value = shown.value(name);
  if (!value.is_string()) return std::nullopt;
  return value.get<std::string>();
}

}  // namespace

hidden_fields::hidden_fields(const call& call, const resource& kind) : call_(call) {
  if (!is_limited(call) || (kind.collection == "nodes" && is_allowed(call, threshold))) return;
  for (const auto& row : rights::hidden_columns())
    if (row.collection == kind.collection &&
        permission_of(call, row.rule, nullptr) != rights::permission::granted)
      rows_.push_back(&row);
}

std::string_view hidden_fields::instead_of(std::string_view field,
                                           const shown_object& shown) const {
  const auto found =
      std::find_if(rows_.begin(), rows_.end(), [&](const auto* x) { return x->field == field; });
  if (found == rows_.end()) return {};
  rights::subject object;
  object.node_owner = text_value(shown, "owner");
  object.node_lessee = text_value(shown, "lessee");
  return is_allowed(call_, (*found)->rule, object) ? std::string_view{} : (*found)->instead;
}

}  // namespace ironbus::http
