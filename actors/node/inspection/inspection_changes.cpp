#include "actors/node/inspection/inspection_changes.hpp"

#include "actors/node/base/part_kind.hpp"
#include "actors/node/editing/enroll.hpp"
#include "actors/node/editing/part_rules.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace ironbus {

namespace {

using checked = result<std::monostate>;
using name_list = std::vector<std::string>;

/// What hooks keep for themselves between two inspections.
constexpr std::string_view kept_serials = "inspected_disk_serials";

bool was_changed(const name_list& changed, std::string_view name) {
  return std::find(changed.begin(), changed.end(), name) != changed.end();
}

/// Takes over the fields that rules may write.
name_list take_fields(const json& document, node& x) {
  name_list changed;
  for (const auto& row : node_fields()) {
    if (!row.spec.has(in_patch)) continue;
    const auto at = document.find(row.spec.name);
    if (at == document.end() || *at == row.get(x)) continue;
    row.set(x, *at);
    changed.emplace_back(row.spec.name);
  }
  const auto& internal = document.at("driver_internal_info");
  if (const auto at = internal.find(kept_serials); at != internal.end())
    x.driver_internal_info[std::string{kept_serials}] = *at;
  return changed;
}

/// Interfaces that the new driver does not support, and that no rule has chosen, are its own.
void fit_interfaces(const driver_catalog& drivers, const name_list& changed, node& x) {
  const auto* type = drivers.find_type(x.driver);
  if (type == nullptr || !was_changed(changed, "driver")) return;
  for (auto kind : interface_kinds) {
    auto& name = x.*interface_member(kind);
    const bool chosen = was_changed(changed, std::string{kind} + "_interface");
    if (name && !chosen && !drivers.check_interface(*type, kind, *name)) name.reset();
  }
}

std::vector<port> read_ports(const decision& d, const json& documents) {
  std::vector<port> out;
  for (const auto& document : documents) {
    auto fresh = document.get<port>();
    settle_part(fresh);
    const auto& old = d.next.ports;
    const auto at =
        std::find_if(old.begin(), old.end(), [&](const auto& x) { return x.uuid == fresh.uuid; });
    fresh.node_uuid = d.next.about.uuid;
    if (at == old.end())
      fresh.created_at = d.ctx().now;
    else if (json(*at) != json(fresh))
      fresh.updated_at = d.ctx().now;
    out.push_back(std::move(fresh));
  }
  return out;
}

/// A rule's text may come from the machine, and a name is part of paths.
checked check_name(const node& x) {
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '~' || c == '-';
  };
  if (!x.name || (!x.name->empty() && !is_uuid(*x.name) &&
                  std::all_of(x.name->begin(), x.name->end(), is_plain)))
    return {};
  return fail(error_code::invalid, "Invalid value for 'name': " + to_text(x.name->substr(0, 80)) +
                                       "; letters, digits and the characters -._~ are allowed.");
}

checked check_ports(const std::vector<port>& ports) {
  std::set<std::string> addresses;
  for (const auto& x : ports)
    if (!addresses.insert(x.address).second)
      return fail(error_code::invalid, "Two ports would have the MAC address " + x.address + ".");
  return {};
}

checked check_memberships(const node_snapshot& after) {
  for (const auto& x : after.ports)
    if (auto refused = check_new(after, x)) return tl::unexpected(*refused);
  return {};
}

void tell_port(decision& d, std::string_view suffix, const port& x) {
  d.emit("port" + std::string{suffix}, {{"port_uuid", x.uuid}, {"address", x.address}});
}

void tell_ports(decision& d, const std::vector<port>& before, const std::vector<port>& after) {
  const auto find = [](const auto& all, const std::string& uuid) {
    return std::find_if(all.begin(), all.end(), [&](const auto& x) { return x.uuid == uuid; });
  };
  for (const auto& x : before)
    if (find(after, x.uuid) == after.end()) tell_port(d, event::deleted_suffix, x);
  for (const auto& x : after) {
    const auto old = find(before, x.uuid);
    if (old == before.end())
      tell_port(d, event::created_suffix, x);
    else if (json(*old) != json(x))
      tell_port(d, event::updated_suffix, x);
  }
}

}  // namespace

checked adopt_documents(decision& d, const inspection::documents& docs) {
  auto after = d.next;
  const auto changed = take_fields(docs.node, after.about);
  fit_interfaces(d.ctx().drivers, changed, after.about);
  fill_interfaces(d.ctx().drivers, after.about);
  after.traits = docs.traits;
  after.ports = read_ports(d, docs.ports);
  for (auto ok : {check_driver(d.ctx().drivers, after.about), check_node(after.about),
                  check_name(after.about), check_ports(after.ports), check_memberships(after)})
    if (!ok) return ok;
  const auto before = std::exchange(d.next, std::move(after));
  if (!changed.empty()) {
    d.next.about.updated_at = d.ctx().now;
    d.emit(event::node_updated, {{"changed", changed}});
  }
  if (before.traits != d.next.traits) d.emit(event::traits_changed, {{"traits", d.next.traits}});
  tell_ports(d, before.ports, d.next.ports);
  return {};
}

}  // namespace ironbus
