#include "gateways/http/fleet.hpp"

#include "gateways/http/services.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

fleet_member read(const member& x) {
  fleet_member out;
  out.host = x.name;
  const auto about = json::parse(x.description, nullptr, false);
  if (!about.is_object()) return out;
  try {
    out.host = about.value("host", x.name);
    out.conductor_group = about.value("conductor_group", "");
    out.drivers = about.value("drivers", out.drivers);
    out.started_at = about.value("started_at", json{});
    const auto roles = about.value("roles", std::vector<std::string>{});
    out.conducts = std::find(roles.begin(), roles.end(), "conductor") != roles.end();
  } catch (const json::exception&) {  // a member of another release describes itself otherwise
    out.drivers.clear();
  }
  return out;
}

}  // namespace

void with_fleet(const call_ptr& x, std::function<void(const std::vector<fleet_member>&)> go_on) {
  auto got = [go_on = std::move(go_on)](const std::vector<member>& members) {
    std::vector<fleet_member> out;
    for (const auto& one : members) out.push_back(read(one));
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.host < b.host; });
    go_on(out);
  };
  x->with.records.members(x->then<std::vector<member>>(std::move(got)));
}

}  // namespace ironbus::http
