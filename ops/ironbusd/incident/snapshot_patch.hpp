#pragma once

#include "messages/base/json.hpp"

namespace ironbus::daemon {

/// Applies a JSON patch from anywhere: `add`, `remove` and `replace` only, as the log of decisions
/// writes them, so that a small one cannot make something large. `invalid` if it does not fit.
result<json> apply_changes(const json& document, const json& changes);

}  // namespace ironbus::daemon
