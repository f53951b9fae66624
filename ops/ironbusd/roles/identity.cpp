#include "ops/ironbusd/roles/identity.hpp"

#include "messages/base/uuid.hpp"
#include "messages/ports/fleet.hpp"

#include <unistd.h>

#include <climits>

namespace ironbus::daemon {

namespace {

std::string host_name() {
  std::array<char, HOST_NAME_MAX + 1> out{};
  return gethostname(out.data(), out.size() - 1) == 0 ? out.data() : "localhost";
}

}  // namespace

identity make_identity(const settings& x) {
  identity out{x.name, x.name, random_uuid(), ironbus::system_clock{}.now()};
  if (!out.name.empty()) return out;
  out.host = out.name = host_name();
  for (const auto& role : x.roles) out.name += "-" + role;
  return out;
}

member describe(const identity& who, const settings& x, const driver_catalog& drivers) {
  process_description about{who.host, x.roles, {}, {}, getpid(), who.since};
  // A gateway alone serves no driver.
  if (x.has_role("conductor") || x.has_role("driver"))
    for (const auto& type : drivers.types()) about.drivers.push_back(type.name);
  about.conductor_groups = x.executor.groups;
  return {who.name, who.incarnation, encode_description(about)};
}

}  // namespace ironbus::daemon
