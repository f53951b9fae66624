#include "messages/base/uuid.hpp"

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace ironbus {

namespace {

std::string format_uuid(std::array<uint8_t, 16> bytes) {
  bytes[6] = static_cast<uint8_t>((bytes[6] & 0x0f) | 0x40);  // version 4
  bytes[8] = static_cast<uint8_t>((bytes[8] & 0x3f) | 0x80);  // variant of RFC 9562
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(36);
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += digits[bytes[i] >> 4];
    text += digits[bytes[i] & 15];
  }
  return text;
}

template <size_t N>
std::array<uint8_t, N> random_bytes() {
  std::array<uint8_t, N> bytes{};
  // Cannot fail for up to 256 bytes once the kernel's pool is ready, but for a signal.
  while (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    if (errno != EINTR) std::abort();
  return bytes;
}

uint64_t split_mix(uint64_t& state) {
  uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace

bool is_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (i == 8 || i == 13 || i == 18 || i == 23) {
      if (c != '-') return false;
    } else if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
      return false;
    }
  }
  return true;
}

std::string random_uuid() { return format_uuid(random_bytes<16>()); }

std::string random_token() {
  static constexpr char alphabet[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string text;
  uint32_t buffer = 0;
  int bits = 0;
  for (auto byte : random_bytes<32>()) {
    buffer = (buffer << 8) | byte;
    for (bits += 8; bits >= 6; bits -= 6) text += alphabet[(buffer >> (bits - 6)) & 63];
  }
  text += alphabet[(buffer << (6 - bits)) & 63];
  return text;
}

id_source::id_source(std::string_view seed) : state_{14695981039346656037ULL, 1099511628211ULL} {
  for (unsigned char c : seed) {
    state_[0] = (state_[0] ^ c) * 1099511628211ULL;
    state_[1] = (state_[1] + c) * 6364136223846793005ULL;
  }
}

std::string id_source::next() {
  std::array<uint8_t, 16> bytes{};
  const uint64_t high = split_mix(state_[0]);
  const uint64_t low = split_mix(state_[1]);
  std::memcpy(bytes.data(), &high, 8);
  std::memcpy(bytes.data() + 8, &low, 8);
  return format_uuid(bytes);
}

}  // namespace ironbus
