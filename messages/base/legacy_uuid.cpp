#include "messages/base/legacy_uuid.hpp"

#include <boost/uuid/uuid_io.hpp>

#include <cstring>

namespace ironbus {

namespace {

uint64_t split_mix(uint64_t state) {
  state += 0x9e3779b97f4a7c15ULL;
  state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9ULL;
  state = (state ^ (state >> 27)) * 0x94d049bb133111ebULL;
  return state ^ (state >> 31);
}

}  // namespace

std::string legacy_derived_uuid(std::string_view name) {
  uint64_t high = 14695981039346656037ULL;
  uint64_t low = 1099511628211ULL;
  for (const unsigned char letter : name) {
    high = (high ^ letter) * 1099511628211ULL;
    low = (low + letter) * 6364136223846793005ULL;
  }
  const uint64_t halves[] = {split_mix(high), split_mix(low)};
  boost::uuids::uuid out{};
  std::memcpy(out.data, halves, sizeof halves);
  out.data[6] = static_cast<uint8_t>((out.data[6] & 0x0f) | 0x40);
  out.data[8] = static_cast<uint8_t>((out.data[8] & 0x3f) | 0x80);
  return to_string(out);
}

}  // namespace ironbus
