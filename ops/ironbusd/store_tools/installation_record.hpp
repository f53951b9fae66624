#pragma once

#include "messages/ports/store.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace ironbus::daemon {

/// The aggregate of what all processes of the installation share: its id, and a secret.
inline constexpr std::string_view installation_aggregate = "installation";

/// The installation's id in the store. If the store has none, stores the proposed one. If several
/// processes do so at the same time, all get the first one. `unavailable`: the store does not
/// answer or accepts no writes within `patience`. Blocks.
result<std::string> keep_installation_id(store& records,
                                         const std::function<result<std::string>()>& propose,
                                         std::chrono::milliseconds patience);

/// The secret in the store that seals the sessions of the fleet page. If the store has none, stores
/// a random one. Otherwise as keep_installation_id().
result<std::string> keep_session_secret(store& records, std::chrono::milliseconds patience);

}  // namespace ironbus::daemon
