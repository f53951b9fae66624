#pragma once

#include "ops/ironbusd/options/settings.hpp"

namespace ironbus::daemon {

/// Fills what follows from one option and fills others where they are unset: of `ramdisk` what
/// machines boot, of dhcp.managed where its dnsmasq reads. Touches no file.
void complete(settings& settings);

}  // namespace ironbus::daemon
