#pragma once

#include "messages/base/json.hpp"

namespace ironbus {

/// Whether an inspection rule of a user may be stored. `invalid` with the path and the reason.
result<std::monostate> check_inspection_rule(const json& attributes);

/// A sensitive rule must stay sensitive; otherwise anybody who may change rules could read it. The
/// error of a rejected change gives no reason, because the reason could quote the rule. `invalid`.
result<std::monostate> check_rule_change(const json& before, const json& after);

}  // namespace ironbus
