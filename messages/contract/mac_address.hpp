#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// The MAC address of a network card that may identify a machine, in the form of normalize_mac().
/// Unset for other texts, such as the 20 octets of InfiniBand, and for addresses that many machines
/// have: zeros, broadcast and multicast. Only such an address becomes a port by itself.
std::optional<std::string> usable_mac(std::string_view text);

}  // namespace ironbus
