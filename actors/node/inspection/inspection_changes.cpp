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

/// Internal data that hooks keep between two inspections.
constexpr std::string_view kept_disk_names = "inspected_disk_names";

bool was_changed(const name_list& changed, std::string_view name) {
  return std::find(changed.begin(), changed.end(), name) != changed.end();
}

/// Copies the fields that rules may write.
name_list take_fields(const json& document, node& node) {
  name_list changed;
  for (const auto& row : node_fields()) {
    if (!row.spec.has(in_patch)) continue;
    const auto position = document.find(row.spec.name);
    if (position == document.end() || *position == row.get(node)) continue;
    row.set(node, *position);
    changed.emplace_back(row.spec.name);
  }
  const auto& internal = document.at("driver_internal_info");
  if (const auto found = internal.find(kept_disk_names); found != internal.end())
    node.driver_internal_info.edit()[std::string{kept_disk_names}] = *found;
  return changed;
}

/// Replaces interfaces that the new driver does not support, unless a rule has chosen them, with
/// its defaults.
void fit_interfaces(const driver_catalog& drivers, const name_list& changed, node& node) {
  const auto* type = drivers.find_type(node.driver);
  if (type == nullptr || !was_changed(changed, "driver")) return;
  for (auto kind : interface_kinds) {
    auto& name = node.*interface_member(kind);
    const bool chosen = was_changed(changed, std::string{kind} + "_interface");
    if (name && !chosen && !drivers.check_interface(*type, kind, *name)) name.reset();
  }
}

std::vector<port> read_ports(const decision& decision, const json& documents) {
  std::vector<port> out;
  for (const auto& document : documents) {
    auto fresh = document.get<port>();
    normalize_part(fresh);
    const auto& old = decision.next.ports;
    const auto found =
        std::find_if(old.begin(), old.end(), [&](const auto& x) { return x.uuid == fresh.uuid; });
    fresh.node_uuid = decision.next.attributes.uuid;
    if (found == old.end())
      fresh.created_at = decision.ctx().now;
    else if (json(*found) != json(fresh))
      fresh.updated_at = decision.ctx().now;
    out.push_back(std::move(fresh));
  }
  return out;
}

/// A rule's text may come from the machine, and a name is part of URL paths.
checked check_name(const node& node) {
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '~' || c == '-';
  };
  if (!node.name || (!node.name->empty() && !is_uuid(*node.name) &&
                     std::all_of(node.name->begin(), node.name->end(), is_plain)))
    return {};
  return fail(error_code::invalid,
              "Invalid value for 'name': " + to_text(node.name->substr(0, 80)) +
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

void emit_port(decision& d, std::string_view suffix, const port& x) {
  d.emit("port" + std::string{suffix}, {{"port_uuid", x.uuid}, {"address", x.address}});
}

void emit_ports(decision& decision, const std::vector<port>& before,
                const std::vector<port>& after) {
  const auto find = [](const auto& all, const std::string& uuid) {
    return std::find_if(all.begin(), all.end(), [&](const auto& x) { return x.uuid == uuid; });
  };
  for (const auto& x : before)
    if (find(after, x.uuid) == after.end()) emit_port(decision, event::deleted_suffix, x);
  for (const auto& x : after) {
    const auto old = find(before, x.uuid);
    if (old == before.end())
      emit_port(decision, event::created_suffix, x);
    else if (json(*old) != json(x))
      emit_port(decision, event::updated_suffix, x);
  }
}

}  // namespace

checked adopt_documents(decision& decision, const inspection::documents& docs) {
  auto after = decision.next;
  const auto changed = take_fields(docs.node, after.attributes);
  fit_interfaces(decision.ctx().drivers, changed, after.attributes);
  fill_interfaces(decision.ctx().drivers, after.attributes);
  after.traits = docs.traits;
  after.ports = read_ports(decision, docs.ports);
  for (auto ok :
       {check_driver(decision.ctx().drivers, after.attributes), check_node(after.attributes),
        check_name(after.attributes), check_ports(after.ports), check_memberships(after)})
    if (!ok) return ok;
  const auto before = std::exchange(decision.next, std::move(after));
  if (!changed.empty()) {
    decision.next.attributes.updated_at = decision.ctx().now;
    decision.emit(event::node_updated, {{"changed", changed}});
  }
  if (before.traits != decision.next.traits)
    decision.emit(event::traits_changed, {{"traits", decision.next.traits}});
  emit_ports(decision, before.ports, decision.next.ports);
  return {};
}

}  // namespace ironbus
