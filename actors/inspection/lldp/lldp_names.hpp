#pragma once

#include "messages/base/json.hpp"

#include <cstdint>
#include <string_view>

namespace ironbus::inspection {

/// The names of the bits of a system's capabilities (IEEE 802.1AB, 8.5.8), as a list.
json system_capabilities(uint32_t bits);

/// The names of the bits of a port's auto-negotiation capabilities (RFC 4836, ifMauAutoNegCapBits),
/// as a list.
json physical_capabilities(uint32_t bits);

/// The kind of a port's transceiver (RFC 4836, dot3MauType); "Unknown" for others.
std::string_view mau_type_name(uint32_t type);

}  // namespace ironbus::inspection
