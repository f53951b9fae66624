#include "messages/contract/mac_address.hpp"

#include "messages/model/field.hpp"

namespace ironbus {

namespace {

/// Whether the group bit is set, the lowest one of the first octet. Broadcast has it as well.
bool is_for_a_group(std::string_view normal) {
  return std::string_view{"13579bdf"}.find(normal[1]) != std::string_view::npos;
}

}  // namespace

std::optional<std::string> usable_mac(std::string_view text) {
  auto out = normalize_mac(text);
  if (!out || is_for_a_group(*out) || *out == "00:00:00:00:00:00") return std::nullopt;
  return *std::move(out);
}

}  // namespace ironbus
