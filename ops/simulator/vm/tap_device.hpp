#pragma once

#include "drivers/kit/process/spawn.hpp"
#include "messages/base/errors.hpp"

#include <string>

namespace ironbus::simulator {

/// Creates a tap device in this network namespace, adds it to the bridge and activates it. It
/// disappears when its last descriptor is closed. Fails with `unavailable`, naming the cause: no
/// permission (CAP_NET_ADMIN), no /dev/net/tun, no such bridge.
result<owned_fd> make_tap(const std::string& bridge);

}  // namespace ironbus::simulator
