#include "ops/simulator/redfish/etag.hpp"

#include <array>
#include <cstdio>

namespace ironbus::simulator {

namespace {

uint64_t hash_of(std::string_view text) {
  uint64_t out = 0xcbf29ce484222325;  // FNV-1a: equal in every process
  for (const char c : text) out = (out ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return out;
}

}  // namespace

std::string etag_of(const json& shown) {
  auto counted = shown;
  if (counted.is_object()) counted.erase("DateTime");
  std::array<char, 20> text{};
  std::snprintf(text.data(), text.size(), "\"%016llx\"",
                static_cast<unsigned long long>(hash_of(to_text(counted))));
  return text.data();
}

}  // namespace ironbus::simulator
