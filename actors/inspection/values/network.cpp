#include "actors/inspection/values/network.hpp"

#include <bit>
#include <charconv>
#include <string_view>

namespace ironbus::inspection {

namespace {

constexpr unsigned mapped_bits = 96;  ///< The prefix of an IPv4 address, see ip_address.

std::optional<unsigned> bits_of_number(std::string_view text, unsigned most) {
  unsigned out = 0;
  const auto* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, out);
  if (text.empty() || read.ec != std::errc{} || read.ptr != end || out > most) return std::nullopt;
  return out;
}

/// 255.255.255.0 has 24 bits, and so has 0.0.0.255.
std::optional<unsigned> bits_of_mask(const std::string& text) {
  const auto mask = parse_address(text);
  if (!mask || mask->v6) return std::nullopt;
  uint32_t word = 0;
  for (size_t i = mapped_bits / 8; i < mask->bytes.size(); ++i) word = word << 8U | mask->bytes[i];
  const auto ones = static_cast<unsigned>(std::countl_one(word));
  if (std::countr_zero(word) == 32 - static_cast<int>(ones)) return ones;
  const auto zeros = static_cast<unsigned>(std::countl_zero(word));
  if (std::countr_one(word) == 32 - static_cast<int>(zeros)) return zeros;
  return std::nullopt;
}

}  // namespace

std::optional<ip_address> parse_address(const std::string& text) {
  const auto bytes = parse_ip(text);
  if (!bytes || text.find('\0') != std::string::npos) return std::nullopt;
  return ip_address{text.find(':') != std::string::npos, *bytes};
}

std::optional<ip_network> parse_network(const std::string& text) {
  const auto slash = text.find('/');
  const auto base = parse_address(text.substr(0, slash));
  if (!base) return std::nullopt;
  const unsigned most = base->v6 ? 128 : 32;
  if (slash == std::string::npos) return ip_network{*base, most};
  const auto rest = text.substr(slash + 1);
  auto bits = bits_of_number(rest, most);
  if (!bits && !base->v6) bits = bits_of_mask(rest);
  if (!bits) return std::nullopt;
  return ip_network{*base, *bits};
}

bool contains(const ip_network& network, const ip_address& address) {
  const auto bits = network.prefix_bits + (network.base.v6 ? 0 : mapped_bits);
  return network.base.v6 == address.v6 &&
         ironbus::ip_network{network.base.bytes, static_cast<uint8_t>(bits)}.holds(address.bytes);
}

}  // namespace ironbus::inspection
