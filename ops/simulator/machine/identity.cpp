#include "ops/simulator/machine/identity.hpp"

#include "messages/base/uuid.hpp"

#include <array>
#include <cstdio>

namespace ironbus::simulator {

namespace {

constexpr unsigned interfaces = 2;

// Locally administered, and unique within a fleet for any seed.
std::string mac_of(uint64_t seed, unsigned number, unsigned interface) {
  std::array<char, 18> text{};
  std::snprintf(text.data(), text.size(), "52:%02x:%02x:%02x:%02x:%02x",
                static_cast<unsigned>(seed & 0xff), (number >> 16) & 0xff, (number >> 8) & 0xff,
                number & 0xff, interface);
  return text.data();
}

}  // namespace

std::string drive_serial(const identity& who, unsigned drive) {
  if (who.built_in.same_serials) return "0123456789";
  return who.serial + "-" + std::to_string(drive);
}

identity make_identity(uint64_t seed, unsigned number) {
  identity out;
  std::array<char, 16> name{};
  std::snprintf(name.data(), name.size(), "sim-%05u", number + 1);
  out.name = name.data();
  id_source ids{"simulated machine " + std::to_string(seed) + " " + out.name};
  out.uuid = ids.next();
  out.serial = ids.next().substr(0, 8);
  out.password = ids.next().substr(0, 13);
  for (unsigned i = 0; i < interfaces; ++i) out.macs.push_back(mac_of(seed, number, i));
  return out;
}

}  // namespace ironbus::simulator
