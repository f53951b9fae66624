#include "actors/node/editing/association.hpp"

#include "actors/node/decision/claim_answer.hpp"
#include "actors/node/editing/deferral.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/model/state_table.hpp"

#include <algorithm>

namespace ironbus {

namespace {

bool has_traits(const node_snapshot& snapshot, const std::vector<std::string>& wanted) {
  return std::all_of(wanted.begin(), wanted.end(), [&](const auto& trait) {
    return std::find(snapshot.traits.begin(), snapshot.traits.end(), trait) !=
           snapshot.traits.end();
  });
}

std::optional<std::string> why_not(const node_snapshot& snapshot, const claim_node& claim) {
  const auto& attributes = snapshot.attributes;
  if (attributes.instance_uuid && attributes.instance_uuid != claim.allocation)
    return "it is associated with instance " + *attributes.instance_uuid;
  if (!info(attributes.state).has(claim.backfill ? flag_in_use : flag_offered))
    return "it is in state '" + std::string{to_string(attributes.state)} + "'";
  if (!claim.backfill && attributes.maintenance) return "it is in maintenance";
  if (!claim.backfill && !attributes.power_state) return "its power state is unknown";
  if (claim.resource_class && attributes.resource_class != claim.resource_class)
    return "its resource class is " + attributes.resource_class.value_or("not set");
  if (!has_traits(snapshot, claim.traits)) return "it does not have all of the requested traits";
  if (claim.owner && attributes.owner != claim.owner && attributes.lessee != claim.owner)
    return "it has another owner and lessee";
  return std::nullopt;
}

void note_change(decision& d) {
  d.next.attributes.updated_at = d.ctx().now;
  d.emit(event::node_updated, {{"changed", {"instance_uuid", "allocation_uuid", "instance_info"}}});
}

void take(decision& decision, const claim_node& command) {
  auto& attributes = decision.next.attributes;
  attributes.instance_uuid = command.allocation;
  attributes.allocation_uuid = command.allocation;
  attributes.instance_info.edit()["traits"] = command.traits;
  note_change(decision);
}

bool is_in_use(const node& node) {
  if (node.maintenance) return false;
  return info(node.state).has(flag_in_use) ||
         (node.target_state && !info(node.state).patch_while_target_set);
}

std::string in_use(const node& x, const std::string& allocation) {
  return "Allocation " + allocation + " can not be removed while its node " + x.uuid +
         " is in state '" + std::string{to_string(x.state)} + "'.";
}

void accept_claim(decision& d, const claim_node& claim) {
  const auto& node = d.next.attributes;
  d.tell(allocation_subject(claim.allocation), answer_claim{node.uuid, node.resource_class, {}});
}

/// Tells the allocation that it has lost its node.
void end_allocation(decision& d, const std::string& allocation) {
  d.tell(allocation_subject(allocation), delete_record{d.next.attributes.uuid});
}

}  // namespace

void claim(decision& decision, const claim_node& command) {
  auto refusal = command.rejected ? command.rejected : why_not(decision.next, command);
  if (decision.next.attributes.allocation_uuid == command.allocation)
    refusal.reset();
  else if (!refusal)
    take(decision, command);
  if (refusal) return refuse_claim(decision, command, *refusal);
  accept_claim(decision, command);
}

void release(decision& decision, const release_node& command) {
  auto& attributes = decision.next.attributes;
  withdraw_claim(decision, command.allocation);
  const bool carried = attributes.allocation_uuid == command.allocation;
  if (carried && is_in_use(attributes) && !command.gone)
    return decision.tell(allocation_subject(command.allocation),
                         answer_release{attributes.uuid, in_use(attributes, command.allocation)});
  if (carried || !command.gone) end_allocation(decision, command.allocation);
  if (!carried) return;
  attributes.allocation_uuid.reset();
  if (!is_in_use(attributes)) {
    attributes.instance_uuid.reset();
    attributes.instance_info.edit()["traits"] = json::array();
  }
  note_change(decision);
}

void end_lost_allocation(decision& decision) {
  auto& attributes = decision.next.attributes;
  if (!attributes.allocation_uuid || (attributes.instance_uuid && !decision.erased)) return;
  end_allocation(decision, *attributes.allocation_uuid);
  attributes.allocation_uuid.reset();
  attributes.instance_info.erase("traits");
}

void repeat_association_answer(decision& decision, const command& order) {
  const auto& attributes = decision.next.attributes;
  if (const auto* asked = std::get_if<claim_node>(&order)) {
    if (attributes.allocation_uuid != asked->allocation)
      return refuse_claim(
          decision, *asked,
          why_not(decision.next, *asked).value_or("it has refused the allocation before"));
    accept_claim(decision, *asked);
  }
  if (const auto* ended = std::get_if<release_node>(&order); ended != nullptr && !ended->gone) {
    if (attributes.allocation_uuid != ended->allocation)
      return end_allocation(decision, ended->allocation);
    decision.tell(allocation_subject(ended->allocation),
                  answer_release{attributes.uuid, in_use(attributes, ended->allocation)});
  }
}

bool answer_for_missing_node(decision& decision, const node_message& message) {
  const auto* order = std::get_if<command>(&message);
  if (order == nullptr) return false;
  const auto& uuid = decision.next.attributes.uuid;
  if (const auto* x = std::get_if<claim_node>(order)) {
    decision.tell(allocation_subject(x->allocation), answer_claim{uuid, {}, "it does not exist"});
    return true;
  }
  if (const auto* x = std::get_if<release_node>(order); x != nullptr && !x->gone) {
    end_allocation(decision, x->allocation);
    return true;
  }
  return false;
}

}  // namespace ironbus
