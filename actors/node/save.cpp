#include "actors/node/save.hpp"

#include "actors/node/base/part_kind.hpp"
#include "actors/node/decision/overdue_step.hpp"
#include "actors/outbox.hpp"
#include "messages/contract/boot_notes.hpp"
#include "messages/model/state_table.hpp"

#include <algorithm>

namespace ironbus {

namespace {

std::vector<unique_key> all_keys(const node_snapshot& snapshot) {
  std::vector<unique_key> out;
  if (snapshot.attributes.name) out.push_back({"nodes.name", *snapshot.attributes.name});
  if (snapshot.attributes.instance_uuid)
    out.push_back({"nodes.instance_uuid", *snapshot.attributes.instance_uuid});
  for_each_part_kind([&](const auto& kind) {
    for (const auto& part : snapshot.*(kind.all))
      for (auto& key : keys_of(part)) out.push_back(std::move(key));
  });
  return out;
}

/// Fields that lists filter and sort by.
constexpr std::array<std::string_view, 18> node_columns{
    "name",        "instance_uuid", "instance_name",  "maintenance", "provision_state",
    "power_state", "driver",        "resource_class", "fault",       "conductor_group",
    "owner",       "lessee",        "description",    "retired",     "shard",
    "parent_node", "chassis_uuid",  "conductor",
};

template <class T>
void add_columns(row& out, std::span<const field<T>> fields, const T& value,
                 std::span<const std::string_view> columns) {
  for (auto name : columns) add_column(out, name, find_field(fields, name)->get(value));
}

/// The projects that may see the node and its parts.
void add_projects(row& out, const node& node) {
  for (const auto& project : {node.owner, node.lessee})
    if (project) out.columns.emplace_back(project_column, *project);
  if (node.owner && node.owner == node.lessee) out.columns.pop_back();
}

/// Inspection data finds the waiting node by the addresses of its BMC.
void add_bmc_addresses(row& out, const node& node) {
  if (!info(node.state).has(flag_awaits_data)) return;
  const auto found = node.driver_internal_info.find("lookup_bmc_addresses");
  if (found == node.driver_internal_info.end() || !found->is_array()) return;
  for (const auto& address : *found) add_column(out, waiting_bmc_column, address);
}

/// The location of its boot files, in case it is lost.
void add_boot_location(row& out, const node& node) {
  const auto notes = read_boot_notes(node.driver_internal_info);
  if (!notes.call.empty()) add_column(out, boot_location_column, json(notes.place));
}

row row_of(const node_snapshot& snapshot, uint32_t shard) {
  static const auto listed = members_with(node_fields(), in_list);
  row out{"nodes", snapshot.attributes.uuid, {}, {}};
  write_members(out.summary, snapshot.attributes, member_codecs<node>{listed});
  make_utf8(out.summary);
  add_columns(out, node_fields(), snapshot.attributes, node_columns);
  for (const auto& trait : snapshot.traits) out.columns.emplace_back("traits", trait);
  add_projects(out, snapshot.attributes);
  add_bmc_addresses(out, snapshot.attributes);
  add_boot_location(out, snapshot.attributes);
  // A power state that is being set for the first time counts as known: dependent requests wait for
  // it.
  if (!snapshot.attributes.power_state)
    add_column(out, "power_state", json(snapshot.attributes.target_power_state));
  out.columns.emplace_back(routing_shard_column, std::to_string(shard));
  return out;
}

/// Parts can also be found by the location of their node.
template <class T>
row row_of(const part_kind<T>& kind, const T& value, const node& owner) {
  row out{std::string{kind.collection}, value.uuid, to_text(value), {}};
  add_columns(out, kind.fields(), value, kind.columns);
  add_column(out, "shard", json(owner.shard));
  add_column(out, "conductor_group", owner.conductor_group);
  add_projects(out, owner);
  return out;
}

template <class T>
void add_part_rows(commit& out, const part_kind<T>& kind, const node_snapshot& before,
                   const node_snapshot& after) {
  for (const auto& part : after.*(kind.all)) {
    const auto* old = find_part(before.*(kind.all), part.uuid);
    auto fresh = row_of(kind, part, after.attributes);
    if (old == nullptr || !same_row(row_of(kind, *old, before.attributes), fresh))
      out.put.push_back(std::move(fresh));
  }
  for (const auto& part : before.*(kind.all))
    if (find_part(after.*(kind.all), part.uuid) == nullptr)
      out.remove.emplace_back(std::string{kind.collection}, part.uuid);
}

void add_rows(commit& out, const node_snapshot* before, const node_snapshot& after) {
  auto fresh = row_of(after, *out.shard);
  if (before == nullptr || !same_row(row_of(*before, *out.shard), fresh))
    out.put.push_back(std::move(fresh));
  static const node_snapshot nothing;
  const auto& old = before != nullptr ? *before : nothing;
  for_each_part_kind([&](const auto& kind) { add_part_rows(out, kind, old, after); });
}

void set_attention(commit& out, const node_snapshot& snapshot) {
  if (auto moment = next_deadline(snapshot)) out.attention = to_system_time(*moment);
}

/// The attributes that event filters use.
event_record labels_of(const node_snapshot& snapshot) {
  const auto& node = snapshot.attributes;
  event_record out;
  out.subject = node.uuid;
  out.state = to_string(node.state);
  out.group = node.conductor_group;
  out.owner = node.owner.value_or("");
  return out;
}

}  // namespace

std::optional<timestamp> next_deadline(const node_snapshot& snapshot) {
  std::optional<timestamp> out;
  if (snapshot.in_flight) out = snapshot.in_flight->until;
  const auto consider = [&](timestamp moment) { out = out ? std::min(*out, moment) : moment; };
  if (snapshot.waiting && snapshot.waiting->until) consider(*snapshot.waiting->until);
  if (snapshot.waiting && snapshot.waiting->task) consider(snapshot.waiting->task->next_poll);
  for (const auto& command : snapshot.deferred) consider(command.until);
  if (const auto overdue = overdue_moment(snapshot)) consider(*overdue);
  return out;
}

commit make_commit(const node_snapshot* before, const decision& decision, uint32_t shards) {
  commit out;
  out.aggregate = "node";
  out.id = decision.next.attributes.uuid;
  out.shard = routing::shard_of(out.id, shards);
  out.erase = decision.erased;
  for (const auto& message : decision.messages()) out.outbox.push_back(encode_outgoing(message));
  out.events = events_among(decision.messages(), decision.ctx().now, labels_of(decision.next),
                            decision.erased);
  const auto old_keys = before != nullptr ? all_keys(*before) : std::vector<unique_key>{};
  if (decision.erased) {
    out.release = old_keys;
    return out;
  }
  out.snapshot = encode_snapshot(decision.next);
  const auto new_keys = all_keys(decision.next);
  out.claim = keys_without(new_keys, old_keys);
  out.release = keys_without(old_keys, new_keys);
  add_rows(out, before, decision.next);
  out.put.insert(out.put.end(), decision.rows().begin(), decision.rows().end());
  out.remove.insert(out.remove.end(), decision.removed_rows().begin(),
                    decision.removed_rows().end());
  set_attention(out, decision.next);
  return out;
}

commit make_rebuild_commit(const node_snapshot& snapshot, uint32_t shard) {
  commit out;
  out.aggregate = "node";
  out.id = snapshot.attributes.uuid;
  out.shard = shard;
  out.claim = all_keys(snapshot);
  add_rows(out, nullptr, snapshot);
  set_attention(out, snapshot);
  return out;
}

std::vector<std::string> collections_of_nodes() {
  std::vector<std::string> out{"nodes"};
  for_each_part_kind([&](const auto& kind) { out.emplace_back(kind.collection); });
  return out;
}

}  // namespace ironbus
