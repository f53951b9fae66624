#pragma once

#include "drivers/kit/process/spawn.hpp"
#include "messages/base/errors.hpp"

#include <string>

namespace ironbus::simulator {

/// Makes a tap device in this network namespace, plugged into the bridge and up. It vanishes with
/// the last file of it. `unavailable`, with what is missing: no permission (CAP_NET_ADMIN), no
/// /dev/net/tun, no such bridge.
result<owned_fd> make_tap(const std::string& bridge);

}  // namespace ironbus::simulator
