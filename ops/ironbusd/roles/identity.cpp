#include "ops/ironbusd/roles/identity.hpp"

#include "messages/base/uuid.hpp"
#include "messages/ports/process_description.hpp"

#include <unistd.h>

#include <climits>

namespace ironbus::daemon {

std::string host_name() {
  std::array<char, HOST_NAME_MAX + 1> out{};
  return gethostname(out.data(), out.size() - 1) == 0 ? out.data() : "localhost";
}

identity make_identity(const settings& settings) {
  identity out{settings.name, settings.name, random_uuid(), ironbus::system_clock{}.now()};
  if (!out.name.empty()) return out;
  out.host = out.name = host_name();
  for (const auto& role : settings.roles) out.name += "-" + role;
  return out;
}

member describe(const identity& who, const settings& settings, const driver_catalog& drivers) {
  process_description process{who.host, settings.roles, {}, {}, getpid(), who.since};
  // A gateway alone has no drivers.
  if (settings.has_role("conductor") || settings.has_role("driver"))
    for (const auto& type : drivers.types()) process.drivers.push_back(type.name);
  process.conductor_groups = settings.executor.groups;
  process.boot_place = settings.boot.place;
  return {who.name, who.incarnation, encode_description(process)};
}

}  // namespace ironbus::daemon
