#pragma once

#include "messages/platform/tls_limits.hpp"

namespace ironbus::ramdisk {

/// The wanted limits. A version other than 1.2 and 1.3, an empty or unusable list of ciphers is
/// replaced by that of `otherwise`, because an agent that ends is worse; the log names it.
tls_limits usable_tls(tls_limits wanted, const tls_limits& otherwise);

}  // namespace ironbus::ramdisk
