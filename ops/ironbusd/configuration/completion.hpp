#pragma once

#include "ops/ironbusd/options/settings.hpp"

namespace ironbus::daemon {

/// Derives unset options from others: the kernel, ramdisk and boot loader from `ramdisk`, dnsmasq's
/// folders from dhcp.managed, and all other folders from `data`. Reads no files.
void complete(settings& settings);

}  // namespace ironbus::daemon
