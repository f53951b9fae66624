#include "actors/node/editing/enroll.hpp"

#include "actors/node/calls/children.hpp"
#include "actors/node/tables/transitions.hpp"
#include "messages/base/text.hpp"
#include "messages/contract/traits.hpp"
#include "messages/model/snapshot.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace ironbus {

namespace {

constexpr size_t node_traits_max = 50;

bool is_size(const json& value) {
  if (value.is_number_integer()) return value.get<int64_t>() >= 0;
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
}

result<std::monostate> read_fields(const json& fields, node& node) {
  for (const auto& [name, value] : fields.items()) {
    const auto* row = find_field(node_fields(), name);
    if (row == nullptr || !row->spec.has(in_create))
      return fail(error_code::invalid, "Unknown field '" + name + "' in the request.");
    if (auto ok = check_value(row->spec, value); !ok) return ok;
    row->set(node, value);
  }
  return {};
}

void apply_defaults(const decision& decision, const create_node& command, node& fresh) {
  const auto& options = decision.ctx().options;
  fresh.uuid = decision.next.attributes.uuid;
  fresh.created_at = decision.ctx().now;
  if (!command.fields.contains("resource_class") && !options.default_resource_class.empty())
    fresh.resource_class = options.default_resource_class;
  if (!command.fields.contains("conductor_group"))
    fresh.conductor_group = options.default_conductor_group;
  fresh.conductor_group = lower(fresh.conductor_group);
  static constexpr int first_version_with_enroll = 11;
  fresh.state = command.api_version < first_version_with_enroll ? provision_state::available
                                                                : provision_state::enroll;
  name_instance(fresh);
}

}  // namespace

std::optional<failure> why_not_deletable(const decision& decision) {
  const auto& x = decision.next.attributes;
  if (x.is_protected) return failure{error_code::forbidden, "Node " + x.uuid + " is protected."};
  if (x.maintenance) return std::nullopt;
  if (x.instance_uuid)
    return failure{error_code::conflict,
                   "Node " + x.uuid + " is associated with instance " + *x.instance_uuid + "."};
  const bool allowed =
      info(x.state).deletable &&
      (!info(x.state).has(flag_offered) || decision.ctx().options.allow_deleting_available_nodes);
  if (!allowed)
    return failure{error_code::conflict, "Node " + x.uuid +
                                             " can not be deleted while it is in"
                                             " state '" +
                                             std::string{to_string(x.state)} +
                                             "' and not in maintenance."};
  return std::nullopt;
}

void name_instance(node& node) {
  const auto found = node.instance_info.find("display_name");
  if (found != node.instance_info.end() && found->is_string() &&
      node.instance_name.value_or("").empty())
    node.instance_name = found->get<std::string>();
}

void fill_interfaces(const driver_catalog& drivers, node& node) {
  const auto* type = drivers.find_type(node.driver);
  if (type == nullptr) return;
  for (auto kind : interface_kinds)
    if (auto& name = node.*interface_member(kind); !name)
      name = drivers.default_interface(*type, kind);
}

result<std::monostate> check_driver(const driver_catalog& drivers, const node& node) {
  const auto* type = drivers.find_type(node.driver);
  if (type == nullptr)
    return fail(error_code::invalid, "Invalid value for 'driver': no conductor has the driver '" +
                                         node.driver + "' enabled.");
  for (auto kind : interface_kinds)
    if (const auto& name = node.*interface_member(kind))
      if (auto ok = drivers.check_interface(*type, kind, *name); !ok) return ok;
  return {};
}

result<std::monostate> check_node(const node& node) {
  for (const auto* key : {"memory_mb", "local_gb"})
    if (auto found = node.properties.find(key); found != node.properties.end() && !is_size(*found))
      return fail(error_code::invalid, "Invalid value for 'properties/" + std::string{key} +
                                           "': " + to_text(*found) +
                                           "; it must be an integer of at least 0.");
  if (node.protected_reason && !node.is_protected)
    return fail(error_code::invalid, "'protected_reason' needs 'protected' to be true.");
  if (node.retired_reason && !node.retired)
    return fail(error_code::invalid, "'retired_reason' needs 'retired' to be true.");
  if (auto position = node.instance_info.find("display_name");
      position != node.instance_info.end() && !position->is_string())
    return fail(error_code::invalid, "'instance_info/display_name' must be a string.");
  if (const auto wanted = traits_wanted(node.instance_info); !wanted)
    return tl::unexpected(wanted.error());
  return {};
}

void create(decision& decision, const create_node& command) {
  node fresh;
  if (auto ok = read_fields(command.fields, fresh); !ok) return decision.refuse(ok.error());
  if (auto ok = check_node(fresh); !ok) return decision.refuse(ok.error());
  apply_defaults(decision, command, fresh);
  fill_interfaces(decision.ctx().drivers, fresh);
  if (auto ok = check_driver(decision.ctx().drivers, fresh); !ok)
    return decision.refuse(ok.error());
  if (fresh.is_protected)
    return decision.refuse({error_code::invalid, "'protected' can be set on an active node only."});
  decision.next.attributes = std::move(fresh);
  const auto& attributes = decision.next.attributes;
  decision.emit(event::node_created, {{"driver", attributes.driver},
                                      {"provision_state", attributes.state},
                                      {"resource_class", attributes.resource_class},
                                      {"conductor_group", attributes.conductor_group}});
}

void remove(decision& decision) {
  if (auto why = why_not_deletable(decision)) return decision.refuse(std::move(*why));
  decision.erased = true;
  for (const auto& call : decision.next.calls)
    if (call.of_parent) report_to_parent(decision, *call.of_parent, "it was deleted");
  decision.emit(event::node_deleted, json::object());
}

void set_maintenance_mode(decision& decision, const set_maintenance& command) {
  auto& attributes = decision.next.attributes;
  attributes.maintenance = command.enabled;
  attributes.maintenance_reason = command.enabled ? command.reason : std::nullopt;
  if (!command.enabled) attributes.fault.reset();
  attributes.updated_at = decision.ctx().now;
  decision.emit(event::maintenance_changed, {{"maintenance", command.enabled},
                                             {"reason", attributes.maintenance_reason},
                                             {"fault", attributes.fault}});
}

void change_traits(decision& decision, const set_traits& command) {
  auto traits = decision.next.traits;
  if (command.mode == set_traits::how::all)
    traits = command.traits;
  else
    for (const auto& trait : command.traits) {
      if (command.mode == set_traits::how::remove && std::erase(traits, trait) == 0)
        return decision.refuse({error_code::not_found, "Node " + decision.next.attributes.uuid +
                                                           " has no trait '" + trait + "'."});
      if (command.mode == set_traits::how::add) traits.push_back(trait);
    }
  std::sort(traits.begin(), traits.end());
  traits.erase(std::unique(traits.begin(), traits.end()), traits.end());
  if (traits.size() > node_traits_max)
    return decision.refuse({error_code::invalid, "A node can have at most " +
                                                     std::to_string(node_traits_max) + " traits."});
  decision.next.traits = std::move(traits);
  decision.next.attributes.updated_at = decision.ctx().now;
  decision.emit(event::traits_changed, {{"traits", decision.next.traits}});
}

}  // namespace ironbus
