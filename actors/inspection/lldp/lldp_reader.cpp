#include "actors/inspection/lldp/lldp_reader.hpp"

#include "messages/base/json.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <array>

namespace ironbus::inspection {

namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";
constexpr size_t mac_bytes = 6;

int value_of_digit(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return -1;
}

}  // namespace

uint32_t byte_reader::number(size_t bytes) {
  uint32_t out = 0;
  for (const char c : take(bytes)) out = out << 8U | static_cast<unsigned char>(c);
  return out;
}

std::string_view byte_reader::take(size_t bytes) {
  if (bytes > rest_.size()) {
    good_ = false;
    rest_ = {};
    return {};
  }
  const auto out = rest_.substr(0, bytes);
  rest_.remove_prefix(bytes);
  return out;
}

std::string_view byte_reader::rest() { return take(rest_.size()); }

std::optional<std::string> bytes_of_hex(std::string_view hex) {
  if (hex.size() % 2 != 0) return std::nullopt;
  std::string out;
  for (size_t i = 0; i < hex.size(); i += 2) {
    const int high = value_of_digit(hex[i]);
    const int low = value_of_digit(hex[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
  }
  return out;
}

std::string hex_text(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += hex_digits[byte / 16U];
    out += hex_digits[byte % 16U];
  }
  return out;
}

std::optional<std::string> mac_text(std::string_view bytes) {
  if (bytes.size() != mac_bytes) return std::nullopt;
  std::string out;
  for (size_t i = 0; i < bytes.size(); ++i)
    out += (i == 0 ? "" : ":") + hex_text(bytes.substr(i, 1));
  return out;
}

std::optional<std::string> address_text(std::string_view bytes) {
  if (bytes.empty()) return std::nullopt;
  const bool v4 = bytes[0] == 1 && bytes.size() == 5;
  const bool v6 = bytes[0] == 2 && bytes.size() == 17;
  if (!v4 && !v6) return std::nullopt;
  std::array<char, INET6_ADDRSTRLEN> text{};
  const auto* raw = bytes.data() + 1;
  if (::inet_ntop(v4 ? AF_INET : AF_INET6, raw, text.data(), text.size()) == nullptr)
    return std::nullopt;
  return text.data();
}

std::string printable(std::string_view bytes) {
  const auto last = bytes.find_last_not_of(std::string_view{"\0 ", 2});
  std::string out{bytes.substr(0, last == std::string_view::npos ? 0 : last + 1)};
  for (auto& c : out) {
    const auto byte = static_cast<unsigned char>(c);
    const bool blank = c == '\n' || c == '\r' || c == '\t';
    if (blank) c = ' ';
    if ((byte < 0x20 && !blank) || byte == 0x7f) c = '?';
  }
  try {
    json(out).dump();  // throws if it is not UTF-8
  } catch (const json::exception&) {
    for (auto& c : out)
      if (static_cast<unsigned char>(c) >= 0x80) c = '?';
  }
  return out;
}

}  // namespace ironbus::inspection
