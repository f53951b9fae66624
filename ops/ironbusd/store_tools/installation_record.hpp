#pragma once

#include "messages/ports/store.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace ironbus::daemon {

/// The aggregate with the installation's id. The store has at most one.
inline constexpr std::string_view installation_aggregate = "installation";

/// The installation's id in the store. If the store has none, stores the proposed one. If several
/// processes do so at the same time, all get the first one. `unavailable`: the store does not
/// answer or accepts no writes within `patience`. Blocks.
result<std::string> keep_installation_id(store& records,
                                         const std::function<result<std::string>()>& propose,
                                         std::chrono::milliseconds patience);

}  // namespace ironbus::daemon
