#include "tests/simulation/run/allocation_judge.hpp"

#include "messages/model/state_table.hpp"

#include <algorithm>

namespace ironbus::simulation {

namespace {

/// An allocation retries after a minute, and a node delays a claim for less.
constexpr std::chrono::minutes rest_most{5};
/// An allocation is notified at once when its node releases it; after a fault within this time.
constexpr std::chrono::seconds end_told_within{10};
constexpr std::chrono::minutes settled_after{1};

std::string field_of(const record_snapshot& x, const char* name) {
  const auto& value = x.attributes.at(name);
  return value.is_string() ? value.get<std::string>() : std::string{};
}

bool knows(const record_snapshot& allocation, const std::string& node) {
  return allocation.asked == node || field_of(allocation, "node_uuid") == node;
}

bool has_all(const node_snapshot& node, const json& traits) {
  return std::all_of(traits.begin(), traits.end(), [&](const json& wanted) {
    return std::find(node.traits.begin(), node.traits.end(), wanted) != node.traits.end();
  });
}

bool is_candidate(const std::string& node, const json& candidates) {
  return candidates.empty() ||
         std::find(candidates.begin(), candidates.end(), json(node)) != candidates.end();
}

}  // namespace

void allocation_judge::on_node(const std::string& node, const node_snapshot* before,
                               const node_snapshot* next) {
  const auto had = before == nullptr ? std::nullopt : before->attributes.allocation_uuid;
  note(node, next);
  if (const auto known = had ? allocations_.find(*had) : allocations_.end();
      known != allocations_.end() && !carries(node, *had))
    known->second.lost_node = loop_.now();
  if (next == nullptr || !next->attributes.allocation_uuid) return;
  const auto& attributes = next->attributes;
  const auto& has = *attributes.allocation_uuid;
  if (attributes.instance_uuid != has)
    complain_("node " + node + " has allocation " + has + " and another instance");
  if (had && had != has)
    complain_("node " + node + " is taken from allocation " + *had + " by allocation " + has);
  judge_agreement(node);
  if (!had && before != nullptr) judge_claim(has, *before);
}

void allocation_judge::note(const std::string& node, const node_snapshot* next) {
  if (next == nullptr || !next->attributes.allocation_uuid)
    carried_.erase(node);
  else
    carried_[node] = *next->attributes.allocation_uuid;
}

/// Checks that the allocation was entitled to the node.
void allocation_judge::judge_claim(const std::string& allocation, const node_snapshot& before) {
  ++claims_;
  const auto found = allocations_.find(allocation);
  if (found == allocations_.end()) return;  // reported already
  const auto& wish = found->second.snapshot;
  const auto& node = before.attributes;
  const auto& state = info(node.state);
  const std::pair<bool, const char*> defects[]{
      {!state.has(wish.backfill ? flag_in_use : flag_offered), "its state does not allow it"},
      {!wish.backfill && node.maintenance, "it was in maintenance"},
      {node.instance_uuid.has_value(), "it had an instance"},
      {node.resource_class != field_of(wish, "resource_class") && !wish.backfill,
       "it has another resource class"},
      {!has_all(before, wish.attributes.at("traits")), "it does not have all traits"},
      {!is_candidate(node.uuid, wish.attributes.at("candidate_nodes")), "it is not a candidate"},
  };
  for (const auto& [is_so, why] : defects)
    if (is_so)
      complain_("node " + node.uuid + " was given to allocation " + allocation + ", but " + why);
}

/// A node's allocation must have that node, or be requesting it.
void allocation_judge::judge_agreement(const std::string& node) {
  const auto& allocation = carried_.at(node);
  const auto found = allocations_.find(allocation);
  if (found == allocations_.end())
    complain_("node " + node + " has allocation " + allocation + ", which does not exist");
  else if (!knows(found->second.snapshot, node))
    complain_("node " + node + " has allocation " + allocation + ", which has another node");
}

void allocation_judge::on_allocation(const std::string& uuid, std::optional<record_snapshot> next) {
  const auto known = allocations_.find(uuid);
  if (!next && known != allocations_.end()) {
    const auto& last = known->second.snapshot;
    if (last.ending || field_of(last, "state") == "active") ended_.insert(uuid);
  }
  read_again(uuid, std::move(next));
  const std::string* carrier = nullptr;
  for (const auto& [node, allocation] : carried_) {
    if (allocation != uuid) continue;
    judge_agreement(node);
    if (carrier != nullptr)
      complain_("allocation " + uuid + " belongs to two nodes: " + *carrier + " and " + node);
    carrier = &node;
  }
}

void allocation_judge::read_again(const std::string& node, const node_snapshot* found) {
  note(node, found);
}

void allocation_judge::read_again(const std::string& uuid, std::optional<record_snapshot> found) {
  if (!found) {
    allocations_.erase(uuid);
    return;
  }
  auto& known = allocations_[uuid];
  known.changed = loop_.now();
  if (known.snapshot.attributes.value("state", "") != field_of(*found, "state"))
    known.lost_node = loop_.now();
  known.snapshot = std::move(*found);
}

bool allocation_judge::carries(const std::string& node, const std::string& allocation) const {
  const auto found = carried_.find(node);
  return found != carried_.end() && found->second == allocation;
}

void allocation_judge::look_for_standstill(moment calm_since) {
  for (const auto& [uuid, known] : allocations_) look_at_one(uuid, calm_since);
}

void allocation_judge::look_at_one(const std::string& uuid, moment calm_since) {
  const auto& known = allocations_.at(uuid);
  const auto state = field_of(known.snapshot, "state");
  const auto node = field_of(known.snapshot, "node_uuid");
  const auto rests_for = [&](moment since, moment most, moment settled) {
    return loop_.now() > std::max(since + most, calm_since + settled);
  };
  if (state == "active" && !carries(node, uuid) &&
      rests_for(known.lost_node, end_told_within, settled_after))
    complain_("allocation " + uuid + " is active on node " + node + ", which does not have it");
  if (!rests_for(known.changed, rest_most, rest_most)) return;
  if (state == "allocating") complain_("allocation " + uuid + " stays in state allocating");
  if (known.snapshot.ending) complain_("allocation " + uuid + " is not deleted in time");
}

void allocation_judge::look_at_the_end() {
  for (const auto& [uuid, known] : allocations_)
    complain_("allocation " + uuid + " still exists although its deletion was accepted");
}

}  // namespace ironbus::simulation
