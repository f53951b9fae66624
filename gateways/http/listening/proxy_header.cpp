#include "gateways/http/listening/proxy_header.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace ironbus::http {

namespace {

constexpr std::string_view text_start = "PROXY ";
constexpr std::string_view binary_start{"\r\n\r\n\0\r\nQUIT\n", 12};
// The shortest header of version 1, "PROXY UNKNOWN\r\n". No byte of it is of the next protocol.
constexpr size_t shortest = 15;
constexpr size_t text_bytes_max = 107;
constexpr size_t binary_head_bytes = 16;

proxy_header_step wrong_header(std::string_view fault) { return {0, fault, {}}; }

proxy_header_step unknown_start() {
  return wrong_header("it does not begin with a header of the PROXY protocol");
}

bool is_port_number(std::string_view text) {
  uint16_t value = 0;
  const auto* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  return error == std::errc{} && end == last && (text.size() == 1 || text.front() != '0');
}

/// Splits "TCP4 SOURCE TARGET PORT PORT". False if there are more or fewer words.
bool split_words(std::string_view line, std::array<std::string_view, 5>& out) {
  for (size_t i = 0; i < out.size(); ++i) {
    const auto space = line.find(' ');
    const bool last = i + 1 == out.size();
    if (last != (space == std::string_view::npos)) return false;
    out[i] = line.substr(0, space);
    if (!last) line.remove_prefix(space + 1);
  }
  return true;
}

proxy_header_step read_text_line(std::string_view line) {
  if (line == "UNKNOWN" || line.starts_with("UNKNOWN ")) return {};
  std::array<std::string_view, 5> words;
  const bool split = split_words(line, words);
  const auto& [family, source, target, source_port, target_port] = words;
  if (!split || (family != "TCP4" && family != "TCP6"))
    return wrong_header("its line is not TCP4 or TCP6 with two addresses and two ports");
  const bool is_4 = family == "TCP4";
  const auto is_of_family = [is_4](std::string_view text) {
    return (text.find(':') == std::string_view::npos) == is_4;
  };
  const auto client = parse_ip(source);
  if (!client || !parse_ip(target) || !is_of_family(source) || !is_of_family(target))
    return wrong_header("its addresses are not of the family that it names");
  if (!is_port_number(source_port) || !is_port_number(target_port))
    return wrong_header("its ports are not numbers from 0 to 65535");
  return {0, {}, client};
}

proxy_header_step read_text_header(std::string_view arrived) {
  const auto end = arrived.find('\n');
  if (end == std::string_view::npos) {
    if (arrived.size() >= text_bytes_max) return wrong_header("its line is longer than 107 bytes");
    return {1, {}, {}};
  }
  if (arrived[end - 1] != '\r' || end + 1 != arrived.size())
    return wrong_header("its line does not end with CR LF");
  return read_text_line(arrived.substr(text_start.size(), end - 1 - text_start.size()));
}

struct family_row {
  uint8_t family;        ///< Address family and transport.
  size_t address_bytes;  ///< Of each of the two addresses.
  size_t bytes;          ///< Of both addresses with their ports.
};
constexpr std::array<family_row, 4> families{{
    {0x00, 0, 0},    // unspecified
    {0x11, 4, 12},   // TCP over IPv4
    {0x21, 16, 36},  // TCP over IPv6
    {0x31, 0, 216},  // a Unix socket
}};

ip_address address_from(std::string_view bytes) {
  ip_address out{};
  if (bytes.size() < out.size()) out[10] = out[11] = 0xff;  // IPv4 is ::ffff:a.b.c.d.
  std::copy(bytes.begin(), bytes.end(), out.end() - static_cast<ptrdiff_t>(bytes.size()));
  return out;
}

proxy_header_step read_binary_header(std::string_view arrived) {
  if (arrived.size() < binary_head_bytes) return {binary_head_bytes - arrived.size(), {}, {}};
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(arrived[i]); };
  const size_t rest = size_t{byte(14)} << 8U | byte(15);
  if (binary_head_bytes + rest > proxy_header_bytes_max)
    return wrong_header("it is longer than 4096 bytes");
  if (arrived.size() < binary_head_bytes + rest)
    return {binary_head_bytes + rest - arrived.size(), {}, {}};
  const auto command = byte(12);
  if (command == 0x20) return {};  // LOCAL: the addresses are without meaning.
  if (command != 0x21) return wrong_header("its version or command is unknown");
  const auto* row = std::find_if(families.begin(), families.end(),
                                 [&](const auto& x) { return x.family == byte(13); });
  if (row == families.end()) return wrong_header("its address family is not TCP");
  if (rest < row->bytes) return wrong_header("it is too short for its addresses");
  if (row->address_bytes == 0) return {};
  return {0, {}, address_from(arrived.substr(binary_head_bytes, row->address_bytes))};
}

}  // namespace

proxy_header_step read_proxy_header(std::string_view arrived) {
  const auto begins = [&](std::string_view start) {
    return arrived.substr(0, start.size()) == start.substr(0, arrived.size());
  };
  const bool is_text = begins(text_start);
  const bool is_binary = begins(binary_start);
  if (!is_text && !is_binary) return unknown_start();
  if (arrived.size() < shortest) return {shortest - arrived.size(), {}, {}};
  return is_text ? read_text_header(arrived) : read_binary_header(arrived);
}

}  // namespace ironbus::http
