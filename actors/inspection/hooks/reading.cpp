#include "actors/inspection/hooks/reading.hpp"

#include "messages/contract/mac_address.hpp"

namespace ironbus::inspection {

namespace {

const json nothing;
const json empty_list = json::array();

}  // namespace

const json& member(const json& value, std::string_view key) {
  if (!value.is_object()) return nothing;
  const auto found = value.find(key);
  return found == value.end() ? nothing : *found;
}

const json& member(const json& x, std::string_view outer, std::string_view inner) {
  return member(member(x, outer), inner);
}

std::optional<std::string> text_in(const json& value) {
  if (!value.is_string()) return std::nullopt;
  const auto& text = value.get_ref<const std::string&>();
  if (text.empty() || text.size() > field_text_max) return std::nullopt;
  return text;
}

std::optional<int64_t> count_in(const json& value) {
  if (value.is_number_unsigned() && value.get<uint64_t>() > INT64_MAX) return std::nullopt;
  if (!value.is_number_integer() || value.get<int64_t>() < 0) return std::nullopt;
  return value.get<int64_t>();
}

const json& list_in(const json& x) { return x.is_array() ? x : empty_list; }

std::string without_zone(const std::string& address) {
  return address.substr(0, address.find('%'));
}

std::optional<std::string> address_in(const json& interface) {
  for (const auto* key : {"ipv4_address", "ipv6_address"})
    if (const auto text = text_in(member(interface, key)))
      if (auto address = without_zone(*text); parse_address(address)) return address;
  return std::nullopt;
}

std::vector<known_card> known_cards(const hook_context& context, std::string_view key) {
  std::vector<known_card> out;
  const auto& cards = member(context.docs.plugin_data, key);
  if (!cards.is_object()) return out;
  for (const auto& [name, card] : cards.items())
    if (const auto address = text_in(member(card, "mac_address")))
      if (auto mac = usable_mac(*address)) out.push_back({name, std::move(*mac), &card});
  return out;
}

void set_property(hook_context& x, const char* name, json value) {
  x.docs.node["properties"][name] = std::move(value);
}

json* port_of(hook_context& hook_context, const std::string& mac) {
  for (auto& port : hook_context.docs.ports)
    if (port.at("address") == mac) return &port;
  return nullptr;
}

}  // namespace ironbus::inspection
