#include "actors/node/ports.hpp"

#include "actors/node/patch.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

auto find_port(node_snapshot& x, const std::string& uuid) {
  return std::find_if(x.ports.begin(), x.ports.end(),
                      [&](const port& p) { return p.uuid == uuid; });
}

failure no_such_port(const std::string& uuid) {
  return {error_code::not_found, "Port " + uuid + " could not be found."};
}

result<std::monostate> read_fields(const json& fields, port& x) {
  for (const auto& [name, value] : fields.items()) {
    const auto* row = find_field(port_fields(), name);
    if (row == nullptr || !row->spec.has(in_create))
      return fail(error_code::invalid, "Unknown field '" + name + "' in the request.");
    if (auto ok = check_value(row->spec, value); !ok) return ok;
    row->set(x, value);
  }
  auto address = normalize_mac(x.address);
  if (!address) return tl::unexpected(address.error());
  x.address = *address;
  return {};
}

/// The store keeps addresses and names apart between nodes; within a node it is up to us.
std::optional<failure> check_unique(const node_snapshot& x, const port& fresh) {
  for (const auto& other : x.ports) {
    if (other.uuid == fresh.uuid) continue;
    if (other.address == fresh.address)
      return failure{error_code::conflict,
                     "A port with address '" + fresh.address + "' already exists."};
    if (fresh.name && other.name == fresh.name)
      return failure{error_code::conflict,
                     "A port with name '" + *fresh.name + "' already exists."};
  }
  return std::nullopt;
}

/// Fields that say how the machine is cabled; they may change only while nobody relies on them.
std::optional<failure> check_state(const node& x, const std::vector<std::string>& touched) {
  using s = provision_state;
  static constexpr std::array open{s::enroll, s::inspecting, s::inspect_wait, s::manageable};
  static constexpr std::array<std::string_view, 4> cabling{
      "portgroup_uuid", "pxe_enabled", "local_link_connection", "physical_network"};
  if (x.maintenance) return std::nullopt;
  const bool is_open = std::find(open.begin(), open.end(), x.state) != open.end();
  const bool in_use = x.instance_uuid || x.state == s::active;
  for (const auto& name : touched) {
    const bool cabled = std::find(cabling.begin(), cabling.end(), name) != cabling.end();
    if ((cabled && !is_open) || (name == "address" && in_use))
      return failure{error_code::conflict, "The field '" + name +
                                               "' of a port can not be changed while its node is in"
                                               " state '" +
                                               std::string{to_string(x.state)} + "'."};
  }
  return std::nullopt;
}

}  // namespace

void add_port(decision& d, const create_port& x) {
  port fresh;
  if (auto ok = read_fields(x.fields, fresh); !ok) return d.refuse(ok.error());
  fresh.node_uuid = d.next.about.uuid;
  fresh.created_at = d.ctx().now;
  if (find_port(d.next, fresh.uuid) != d.next.ports.end())
    return d.refuse({error_code::conflict, "A port with UUID " + fresh.uuid + " already exists."});
  if (auto refused = check_unique(d.next, fresh)) return d.refuse(std::move(*refused));
  d.answer.body = to_text(fresh);
  d.emit(event::port_created, {{"port_uuid", fresh.uuid}, {"address", fresh.address}});
  d.next.ports.push_back(std::move(fresh));
}

void patch_port(decision& d, const update_port& x) {
  auto at = find_port(d.next, x.uuid);
  if (at == d.next.ports.end()) return d.refuse(no_such_port(x.uuid));
  json document = *at;
  static const auto specs = specs_of(port_fields());
  auto touched = apply_patch(document, specs, x.patch, x.api_version);
  if (!touched) return d.refuse(touched.error());
  if (auto refused = check_state(d.next.about, *touched)) return d.refuse(std::move(*refused));
  auto after = *at;
  for (const auto& name : *touched) find_field(port_fields(), name)->set(after, document[name]);
  after.address = *normalize_mac(after.address);
  if (auto refused = check_unique(d.next, after)) return d.refuse(std::move(*refused));
  if (!touched->empty()) {
    after.updated_at = d.ctx().now;
    d.emit(event::port_updated, {{"port_uuid", after.uuid}, {"changed", *touched}});
  }
  d.answer.body = to_text(after);
  *at = std::move(after);
}

void remove_port(decision& d, const delete_port& x) {
  auto at = find_port(d.next, x.uuid);
  if (at == d.next.ports.end()) return d.refuse(no_such_port(x.uuid));
  d.emit(event::port_deleted, {{"port_uuid", at->uuid}, {"address", at->address}});
  d.next.ports.erase(at);
}

}  // namespace ironbus
