#pragma once

#include "actors/inspection/hooks/hook.hpp"

#include <optional>
#include <string>
#include <string_view>

// How hooks read what a machine sent: nothing has the shape it should have until it is looked at.

namespace ironbus::inspection {

/// Longest text that a hook takes over into a field of the node.
inline constexpr size_t field_text_max = 255;

/// A member of an object; null if there is none, or this is no object.
const json& member(const json& x, std::string_view key);
/// The same, deeper: {"boot", "pxe_interface"}.
const json& member(const json& x, std::string_view outer, std::string_view inner);

/// A text that is not empty and not too long for a field.
std::optional<std::string> text_in(const json& value);
/// A whole number of at least 0.
std::optional<int64_t> count_in(const json& x);

/// The items of a list; of anything else none.
const json& list_in(const json& x);

/// An address of an interface, its zone aside: "fe80::1%eth0" is fe80::1.
std::string without_zone(const std::string& address);
/// Its IPv4 or else its IPv6 address; unset if it has none.
std::optional<std::string> address_in(const json& interface);

/// A network card as validate-interfaces has kept it in the plugin data.
struct known_card {
  std::string name;
  std::string mac;
  const json* shown;
};
/// Those of `all_interfaces` or `valid_interfaces`; rules may have left out or spoilt some.
std::vector<known_card> known_cards(const hook_context& context, std::string_view key);

void set_property(hook_context& x, const char* name, json value);

/// The node's port with that MAC address; null if it has none.
json* port_of(hook_context& x, const std::string& mac);

}  // namespace ironbus::inspection
