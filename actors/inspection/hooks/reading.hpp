#pragma once

#include "actors/inspection/hooks/hook.hpp"

#include <optional>
#include <string>
#include <string_view>

// Helpers for data that a machine sent: nothing may be assumed about its form.

namespace ironbus::inspection {

/// Maximum length of a text that a hook copies into a field of the node.
inline constexpr size_t field_text_max = 255;

/// A member of an object; null if there is none, or the value is not an object.
const json& member(const json& x, std::string_view key);
/// A nested member: {"boot", "pxe_interface"}.
const json& member(const json& x, std::string_view outer, std::string_view inner);

/// A text that is neither empty nor too long for a field.
std::optional<std::string> text_in(const json& value);
/// A whole number of at least 0.
std::optional<int64_t> count_in(const json& x);

/// The items of a list; empty for any other value.
const json& list_in(const json& x);

/// The address of an interface without its zone: "fe80::1%eth0" is fe80::1.
std::string without_zone(const std::string& address);
/// Its IPv4 or else its IPv6 address; unset if it has none.
std::optional<std::string> address_in(const json& interface);

/// A network card as validate-interfaces stores it in the plugin data.
struct known_card {
  std::string name;
  std::string mac;
  const json* shown;
};
/// The cards of `all_interfaces` or `valid_interfaces`; rules may have removed or damaged some.
std::vector<known_card> known_cards(const hook_context& context, std::string_view key);

void set_property(hook_context& x, const char* name, json value);

/// The node's port with that MAC address; null if it has none.
json* port_of(hook_context& x, const std::string& mac);

}  // namespace ironbus::inspection
