#include "actors/node/editing/patch.hpp"

#include "actors/json_patch.hpp"
#include "actors/node/editing/enroll.hpp"
#include "actors/node/tables/transitions.hpp"
#include "messages/model/snapshot.hpp"

#include <algorithm>

namespace ironbus {

namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool open_for_changes(const node& x) { return info(x.state).has(flag_changeable); }

failure state_conflict(const node& node, std::string_view field) {
  return {error_code::conflict, "The field '" + std::string{field} + "' of node " + node.uuid +
                                    " can not be changed while it is in state '" +
                                    std::string{to_string(node.state)} + "'."};
}

std::optional<failure> check_target(const node& node, const update_node& patch) {
  static constexpr int hides_inspecting = 39;
  const bool exempt = patch.patch.size() == 1 && patch.patch[0].op == "remove" &&
                      patch.patch[0].path == "/instance_uuid" && node.maintenance;
  const bool refused =
      (node.target_state && !info(node.state).patch_while_target_set) ||
      (info(node.state).has(flag_patch_until_39) && patch.api_version >= hides_inspecting);
  if (exempt || !refused) return std::nullopt;
  return failure{error_code::conflict, "Node " + node.uuid +
                                           " can not be updated while it is in"
                                           " state '" +
                                           std::string{to_string(node.state)} + "'."};
}

std::optional<failure> check_change(const node& before, const node& after) {
  for (auto kind : interface_kinds)
    if (before.*interface_member(kind) != after.*interface_member(kind) &&
        !open_for_changes(before) && !before.maintenance)
      return state_conflict(before, std::string{kind} + "_interface");
  if (before.resource_class && before.resource_class != after.resource_class &&
      !open_for_changes(before))
    return state_conflict(before, "resource_class");
  if (before.instance_uuid && after.instance_uuid && before.instance_uuid != after.instance_uuid)
    return failure{error_code::conflict,
                   "Node " + before.uuid + " is associated with another instance already."};
  if (before.allocation_uuid && !after.instance_uuid && !open_for_changes(before) &&
      !before.maintenance)
    return state_conflict(before, "instance_uuid");
  if (before.driver != after.driver && before.console_enabled)
    return failure{
        error_code::conflict,
        "The driver can not be changed while the console of node " + before.uuid + " is enabled."};
  if (after.is_protected && !before.is_protected && !info(before.state).has(flag_protectable))
    return state_conflict(before, "protected");
  if (after.retired && !before.retired && info(before.state).has(flag_offered))
    return state_conflict(before, "retired");
  return std::nullopt;
}

/// Updates fields that depend on other fields.
void derive_fields(node& node, const std::vector<std::string>& touched) {
  if (contains(touched, "maintenance") && !node.maintenance) {
    node.maintenance_reason.reset();
    node.fault.reset();
  }
  if (contains(touched, "protected") && !node.is_protected) node.protected_reason.reset();
  if (contains(touched, "retired") && !node.retired) node.retired_reason.reset();
  if (contains(touched, "instance_info") && !contains(touched, "instance_name"))
    name_instance(node);
}

void reset_untouched_interfaces(node& x, const std::vector<std::string>& touched) {
  for (auto kind : interface_kinds)
    if (!contains(touched, std::string{kind} + "_interface")) (x.*interface_member(kind)).reset();
}

}  // namespace

void patch_node(decision& decision, const update_node& command) {
  const auto before = decision.next.attributes;
  if (auto refused = check_target(before, command)) return decision.refuse(std::move(*refused));
  json document = before;
  static const auto specs = specs_of(node_fields());
  auto touched = apply_patch(document, specs, command.patch, command.api_version);
  if (!touched) return decision.refuse(touched.error());
  if (touched->empty()) return;
  auto after = before;
  for (const auto& name : *touched) find_field(node_fields(), name)->set(after, document[name]);
  if (command.reset_interfaces) reset_untouched_interfaces(after, *touched);
  fill_interfaces(decision.ctx().drivers, after);
  derive_fields(after, *touched);
  for (auto ok : {check_driver(decision.ctx().drivers, after), check_node(after)})
    if (!ok) return decision.refuse(ok.error());
  if (auto refused = check_change(before, after)) return decision.refuse(std::move(*refused));
  after.updated_at = decision.ctx().now;
  decision.next.attributes = std::move(after);
  decision.emit(event::node_updated, {{"changed", *touched}});
}

}  // namespace ironbus
