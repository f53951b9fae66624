#pragma once

#include "messages/base/json.hpp"

namespace ironbus {

/// Whether an inspection rule of a user may be stored. `invalid` with the place and the reason.
result<std::monostate> check_inspection_rule(const json& attributes);

/// A rule that is sensitive stays so, or whoever may change rules could open it. What is wrong with
/// a change to one is not said: the reason could quote what the rule holds. `invalid`.
result<std::monostate> check_rule_change(const json& before, const json& after);

}  // namespace ironbus
