#include "messages/ports/fleet.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr std::string_view driver_role = "driver";

bool holds_name(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::set<std::string, std::less<>> groups_of(const std::vector<member>& members) {
  std::set<std::string, std::less<>> out;
  for (const auto& one : members)
    if (auto about = decode_description(one); about.has_role(driver_role))
      out.insert(about.conductor_groups.begin(), about.conductor_groups.end());
  return out;
}

}  // namespace

bool process_description::has_role(std::string_view name) const { return holds_name(roles, name); }

std::string encode_description(const process_description& x) {
  return to_text({{"host", x.host},
                  {"roles", x.roles},
                  {"drivers", x.drivers},
                  {"conductor_group", x.conductor_groups.empty() ? "" : x.conductor_groups.front()},
                  {"conductor_groups", x.conductor_groups},
                  {"pid", x.pid},
                  {"started_at", x.started_at}});
}

process_description decode_description(const member& x) {
  process_description out;
  out.host = x.name;
  const auto about = json::parse(x.description, nullptr, false);
  if (!about.is_object()) return out;
  try {
    out.host = about.value("host", x.name);
    out.roles = about.value("roles", out.roles);
    out.conductor_groups = {about.value("conductor_group", "")};
    out.conductor_groups = about.value("conductor_groups", out.conductor_groups);
    out.pid = about.value("pid", out.pid);
    out.started_at = about.value("started_at", json{});
    out.drivers = about.value("drivers", out.drivers);
  } catch (const json::exception&) {  // a member of another release describes itself otherwise
    out.drivers.clear();
  }
  return out;
}

served_groups::served_groups(const std::vector<member>& members) : names_(groups_of(members)) {}

std::string served_groups::refusal(std::string_view group) const {
  std::string out = "no driver worker serves the conductor group '" + std::string{group} + "'; ";
  if (names_.empty()) return out + "none serves any";
  std::string listed;
  for (const auto& name : names_) listed += (listed.empty() ? "'" : ", '") + name + "'";
  return out + "served: " + listed;
}

std::vector<std::string> workers_of(const std::vector<member>& members, std::string_view group) {
  std::vector<std::string> out;
  for (const auto& one : members)
    if (auto about = decode_description(one);
        about.has_role(driver_role) && holds_name(about.conductor_groups, group))
      out.push_back(one.name);
  return out;
}

}  // namespace ironbus
