#include "actors/node/editing/association.hpp"

#include "actors/node/decision/claim_answer.hpp"
#include "actors/node/editing/deferral.hpp"
#include "messages/model/state_table.hpp"

#include <algorithm>

namespace ironbus {

namespace {

bool has_traits(const node_snapshot& x, const std::vector<std::string>& wanted) {
  return std::all_of(wanted.begin(), wanted.end(), [&](const auto& trait) {
    return std::find(x.traits.begin(), x.traits.end(), trait) != x.traits.end();
  });
}

std::optional<std::string> why_not(const node_snapshot& x, const claim_node& claim) {
  const auto& about = x.about;
  using s = provision_state;
  if (about.instance_uuid && about.instance_uuid != claim.allocation)
    return "it is associated with instance " + *about.instance_uuid;
  if (about.state != (claim.backfill ? s::active : s::available))
    return "it is in state '" + std::string{to_string(about.state)} + "'";
  if (!claim.backfill && about.maintenance) return "it is in maintenance";
  if (!claim.backfill && !about.power_state) return "its power state is unknown";
  if (claim.resource_class && about.resource_class != claim.resource_class)
    return "its resource class is " + about.resource_class.value_or("not set");
  if (!has_traits(x, claim.traits)) return "it does not have all of the requested traits";
  if (claim.owner && about.owner != claim.owner) return "it has another owner";
  return std::nullopt;
}

void note_change(decision& d) {
  d.next.about.updated_at = d.ctx().now;
  d.emit(event::node_updated, {{"changed", {"instance_uuid", "allocation_uuid", "instance_info"}}});
}

void take(decision& d, const claim_node& x) {
  auto& about = d.next.about;
  about.instance_uuid = x.allocation;
  about.allocation_uuid = x.allocation;
  about.instance_info["traits"] = x.traits;
  note_change(d);
}

bool is_in_use(const node& x) {
  if (x.maintenance) return false;
  return x.state == provision_state::active ||
         (x.target_state && !info(x.state).patch_while_target_set);
}

std::string in_use(const node& x, const std::string& allocation) {
  return "Allocation " + allocation + " can not be removed while its node " + x.uuid +
         " is in state '" + std::string{to_string(x.state)} + "'.";
}

/// Tells the allocation that it has no node any more.
void end_allocation(decision& d, const std::string& allocation) {
  d.tell(allocation_subject(allocation), delete_record{d.next.about.uuid});
}

}  // namespace

void claim(decision& d, const claim_node& x) {
  auto refusal = x.rejected ? x.rejected : why_not(d.next, x);
  if (d.next.about.allocation_uuid == x.allocation)
    refusal.reset();
  else if (!refusal)
    take(d, x);
  if (refusal) return refuse_claim(d, x, *refusal);
  const auto& about = d.next.about;
  d.tell(allocation_subject(x.allocation), answer_claim{about.uuid, about.resource_class, {}});
}

void release(decision& d, const release_node& x) {
  auto& about = d.next.about;
  withdraw_claim(d, x.allocation);
  const bool carried = about.allocation_uuid == x.allocation;
  if (carried && is_in_use(about) && !x.gone)
    return d.tell(allocation_subject(x.allocation),
                  answer_release{about.uuid, in_use(about, x.allocation)});
  if (carried || !x.gone) end_allocation(d, x.allocation);
  if (!carried) return;
  about.allocation_uuid.reset();
  if (!is_in_use(about)) {
    about.instance_uuid.reset();
    about.instance_info["traits"] = json::array();
  }
  note_change(d);
}

void end_lost_allocation(decision& d) {
  auto& about = d.next.about;
  if (!about.allocation_uuid || (about.instance_uuid && !d.erased)) return;
  end_allocation(d, *about.allocation_uuid);
  about.allocation_uuid.reset();
  about.instance_info.erase("traits");
}

bool answer_for_missing_node(decision& d, const node_message& message) {
  const auto* order = std::get_if<command>(&message);
  if (order == nullptr) return false;
  const auto& uuid = d.next.about.uuid;
  if (const auto* x = std::get_if<claim_node>(order)) {
    d.tell(allocation_subject(x->allocation), answer_claim{uuid, {}, "it does not exist"});
    return true;
  }
  if (const auto* x = std::get_if<release_node>(order); x != nullptr && !x->gone) {
    end_allocation(d, x->allocation);
    return true;
  }
  return false;
}

}  // namespace ironbus
