#include "messages/base/uuid.hpp"

#include "messages/base/host_source.hpp"

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <array>
#include <bit>

namespace ironbus {

namespace {

using boost::uuids::name_generator_sha1;
using boost::uuids::uuid;

/// The namespace of all UUIDs that ironbus derives. Never change it: all ids would change.
constexpr uuid ironbus_namespace{{0xf1, 0x4c, 0x0b, 0x58, 0x6d, 0x2e, 0x4f, 0x61, 0x9a, 0x37, 0xc2,
                                  0x8e, 0x05, 0xd4, 0xb7, 0x93}};

uuid name_uuid(const uuid& space, std::string_view name) {
  return name_generator_sha1{space}(name.data(), name.size());
}

}  // namespace

// Boost's reader accepts other forms, too, and throws on the rest. Names are checked as often as
// UUIDs.
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

std::string random_uuid() {
  uuid out{};
  host_source::current().fill(out.data);
  out.data[6] = static_cast<uint8_t>((out.data[6] & 0x0f) | 0x40);  // version 4
  out.data[8] = static_cast<uint8_t>((out.data[8] & 0x3f) | 0x80);  // variant of RFC 9562
  return to_string(out);
}

std::string random_token() {
  static constexpr char alphabet[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::array<uint8_t, 32> bytes{};
  host_source::current().fill(bytes);
  std::string text;
  uint32_t buffer = 0;
  int bits = 0;
  for (auto byte : bytes) {
    buffer = (buffer << 8) | byte;
    for (bits += 8; bits >= 6; bits -= 6) text += alphabet[(buffer >> (bits - 6)) & 63];
  }
  text += alphabet[(buffer << (6 - bits)) & 63];
  return text;
}

std::string derived_uuid(std::string_view name) {
  return to_string(name_uuid(ironbus_namespace, name));
}

id_source::id_source(std::string_view seed)
    : space_{std::bit_cast<decltype(space_)>(name_uuid(ironbus_namespace, seed))} {}

std::string id_source::next() {
  return to_string(name_uuid(std::bit_cast<uuid>(space_), std::to_string(drawn_++)));
}

}  // namespace ironbus
