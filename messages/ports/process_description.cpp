#include "messages/ports/process_description.hpp"

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
    if (auto description = decode_description(one); description.has_role(driver_role))
      out.insert(description.conductor_groups.begin(), description.conductor_groups.end());
  return out;
}

}  // namespace

bool process_description::has_role(std::string_view name) const { return holds_name(roles, name); }

std::string encode_description(const process_description& process) {
  json out{
      {"host", process.host},
      {"roles", process.roles},
      {"drivers", process.drivers},
      {"conductor_group", process.conductor_groups.empty() ? "" : process.conductor_groups.front()},
      {"conductor_groups", process.conductor_groups},
      {"pid", process.pid},
      {"started_at", process.started_at}};
  if (!process.boot_place.empty()) out["boot_place"] = process.boot_place;
  return to_text(out);
}

process_description decode_description(const member& member) {
  process_description out;
  out.host = member.name;
  const auto read = parse_own_json(member.description);
  if (!read || !read->is_object()) return out;
  const auto& description = *read;
  try {
    out.host = description.value("host", member.name);
    out.roles = description.value("roles", out.roles);
    out.conductor_groups = {description.value("conductor_group", "")};
    out.conductor_groups = description.value("conductor_groups", out.conductor_groups);
    if (const auto pid = description.value("pid", json{}); pid.is_number_integer())
      out.pid = pid.get<int64_t>();
    out.started_at = description.value("started_at", json{});
    out.drivers = description.value("drivers", out.drivers);
    out.boot_place = description.value("boot_place", out.boot_place);
  } catch (const json::exception&) {  // written in another form by another release
    out.drivers.clear();
  }
  return out;
}

served_groups::served_groups(const std::vector<member>& members) : names_(groups_of(members)) {}

std::string served_groups::refusal(std::string_view group) const {
  std::string out = "no driver worker serves the conductor group '" + std::string{group} + "'; ";
  if (names_.empty()) return out + "no driver worker is running";
  std::string listed;
  for (const auto& name : names_) listed += (listed.empty() ? "'" : ", '") + name + "'";
  return out + "served groups: " + listed;
}

std::vector<std::string> workers_of(const std::vector<member>& members, std::string_view group) {
  std::vector<std::string> out;
  for (const auto& one : members)
    if (auto description = decode_description(one);
        description.has_role(driver_role) && holds_name(description.conductor_groups, group))
      out.push_back(one.name);
  return out;
}

}  // namespace ironbus
