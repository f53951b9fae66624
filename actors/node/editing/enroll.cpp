#include "actors/node/editing/enroll.hpp"

#include "actors/node/calls/children.hpp"
#include "actors/node/tables/transitions.hpp"
#include "messages/base/text.hpp"
#include "messages/model/traits.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace ironbus {

namespace {

constexpr size_t traits_max = 50;

bool is_size(const json& x) {
  if (x.is_number_integer()) return x.get<int64_t>() >= 0;
  if (!x.is_string()) return false;
  const auto& text = x.get_ref<const std::string&>();
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
}

result<std::monostate> read_fields(const json& fields, node& x) {
  for (const auto& [name, value] : fields.items()) {
    const auto* row = find_field(node_fields(), name);
    if (row == nullptr || !row->spec.has(in_create))
      return fail(error_code::invalid, "Unknown field '" + name + "' in the request.");
    if (auto ok = check_value(row->spec, value); !ok) return ok;
    row->set(x, value);
  }
  return {};
}

void apply_defaults(const decision& d, const create_node& x, node& fresh) {
  const auto& options = d.ctx().options;
  fresh.uuid = d.next.about.uuid;
  fresh.created_at = d.ctx().now;
  if (!x.fields.contains("resource_class") && !options.default_resource_class.empty())
    fresh.resource_class = options.default_resource_class;
  if (!x.fields.contains("conductor_group"))
    fresh.conductor_group = options.default_conductor_group;
  fresh.conductor_group = lower(fresh.conductor_group);
  static constexpr int first_version_with_enroll = 11;
  fresh.state = x.api_version < first_version_with_enroll ? provision_state::available
                                                          : provision_state::enroll;
  name_instance(fresh);
}

std::optional<failure> why_not_deletable(const decision& d) {
  const auto& x = d.next.about;
  if (x.is_protected) return failure{error_code::forbidden, "Node " + x.uuid + " is protected."};
  if (x.maintenance) return std::nullopt;
  if (x.instance_uuid)
    return failure{error_code::conflict,
                   "Node " + x.uuid + " is associated with instance " + *x.instance_uuid + "."};
  const bool allowed = info(x.state).deletable && (x.state != provision_state::available ||
                                                   d.ctx().options.allow_deleting_available_nodes);
  if (!allowed)
    return failure{error_code::conflict, "Node " + x.uuid +
                                             " can not be deleted while it is in"
                                             " state '" +
                                             std::string{to_string(x.state)} +
                                             "' and not in maintenance."};
  return std::nullopt;
}

}  // namespace

void name_instance(node& x) {
  const auto at = x.instance_info.find("display_name");
  if (at != x.instance_info.end() && at->is_string() && x.instance_name.value_or("").empty())
    x.instance_name = at->get<std::string>();
}

void fill_interfaces(const driver_catalog& drivers, node& x) {
  const auto* type = drivers.find_type(x.driver);
  if (type == nullptr) return;
  for (auto kind : interface_kinds)
    if (auto& name = x.*interface_member(kind); !name)
      name = drivers.default_interface(*type, kind);
}

result<std::monostate> check_driver(const driver_catalog& drivers, const node& x) {
  const auto* type = drivers.find_type(x.driver);
  if (type == nullptr)
    return fail(error_code::invalid, "Invalid value for 'driver': no conductor has the driver '" +
                                         x.driver + "' enabled.");
  for (auto kind : interface_kinds)
    if (const auto& name = x.*interface_member(kind))
      if (auto ok = drivers.check_interface(*type, kind, *name); !ok) return ok;
  return {};
}

result<std::monostate> check_node(const node& x) {
  for (const auto* key : {"memory_mb", "local_gb"})
    if (auto at = x.properties.find(key); at != x.properties.end() && !is_size(*at))
      return fail(error_code::invalid, "Invalid value for 'properties/" + std::string{key} + "': " +
                                           to_text(*at) + "; it must be an integer of at least 0.");
  if (x.protected_reason && !x.is_protected)
    return fail(error_code::invalid, "'protected_reason' needs 'protected' to be true.");
  if (x.retired_reason && !x.retired)
    return fail(error_code::invalid, "'retired_reason' needs 'retired' to be true.");
  if (auto at = x.instance_info.find("display_name");
      at != x.instance_info.end() && !at->is_string())
    return fail(error_code::invalid, "'instance_info/display_name' must be a string.");
  if (const auto wanted = traits_wanted(x.instance_info); !wanted)
    return tl::unexpected(wanted.error());
  return {};
}

void create(decision& d, const create_node& x) {
  node fresh;
  if (auto ok = read_fields(x.fields, fresh); !ok) return d.refuse(ok.error());
  if (auto ok = check_node(fresh); !ok) return d.refuse(ok.error());
  apply_defaults(d, x, fresh);
  fill_interfaces(d.ctx().drivers, fresh);
  if (auto ok = check_driver(d.ctx().drivers, fresh); !ok) return d.refuse(ok.error());
  if (fresh.is_protected)
    return d.refuse({error_code::invalid, "'protected' can be set on an active node only."});
  d.next.about = std::move(fresh);
  const auto& about = d.next.about;
  d.emit(event::node_created, {{"driver", about.driver},
                               {"provision_state", about.state},
                               {"resource_class", about.resource_class},
                               {"conductor_group", about.conductor_group}});
}

void remove(decision& d) {
  if (auto why = why_not_deletable(d)) return d.refuse(std::move(*why));
  d.erased = true;
  for (const auto& call : d.next.calls)
    if (call.of_parent) tell_parent(d, *call.of_parent, "it was deleted");
  d.emit(event::node_deleted, json::object());
}

void set_maintenance_mode(decision& d, const set_maintenance& x) {
  auto& about = d.next.about;
  about.maintenance = x.on;
  about.maintenance_reason = x.on ? x.reason : std::nullopt;
  if (!x.on) about.fault.reset();
  about.updated_at = d.ctx().now;
  d.emit(event::maintenance_changed,
         {{"maintenance", x.on}, {"reason", about.maintenance_reason}, {"fault", about.fault}});
}

void change_traits(decision& d, const set_traits& x) {
  auto traits = d.next.traits;
  if (x.mode == set_traits::how::all)
    traits = x.traits;
  else
    for (const auto& trait : x.traits) {
      if (x.mode == set_traits::how::remove && std::erase(traits, trait) == 0)
        return d.refuse({error_code::not_found,
                         "Node " + d.next.about.uuid + " has no trait '" + trait + "'."});
      if (x.mode == set_traits::how::add) traits.push_back(trait);
    }
  std::sort(traits.begin(), traits.end());
  traits.erase(std::unique(traits.begin(), traits.end()), traits.end());
  if (traits.size() > traits_max)
    return d.refuse({error_code::invalid,
                     "A node can have at most " + std::to_string(traits_max) + " traits."});
  d.next.traits = std::move(traits);
  d.next.about.updated_at = d.ctx().now;
  d.emit(event::traits_changed, {{"traits", d.next.traits}});
}

}  // namespace ironbus
