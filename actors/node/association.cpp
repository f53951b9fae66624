#include "actors/node/association.hpp"

#include "messages/state_table.hpp"

#include <algorithm>

namespace ironbus {

namespace {

std::string allocation_subject(const std::string& uuid) {
  return record_subject("allocation", uuid);
}

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

void take(decision& d, const claim_node& x) {
  auto& about = d.next.about;
  about.instance_uuid = x.allocation;
  about.allocation_uuid = x.allocation;
  about.instance_info["traits"] = x.traits;
  about.updated_at = d.ctx().now;
  d.emit(event::node_updated, {{"changed", {"instance_uuid", "allocation_uuid", "instance_info"}}});
}

}  // namespace

void claim(decision& d, const claim_node& x) {
  auto refusal = why_not(d.next, x);
  if (d.next.about.allocation_uuid == x.allocation)
    refusal.reset();
  else if (!refusal)
    take(d, x);
  if (refusal) d.answer.body = to_text({{"refusal", *refusal}});
  d.tell(allocation_subject(x.allocation), answer_claim{d.next.about.uuid, x.traits, refusal});
}

void release(decision& d, const release_node& x) {
  auto& about = d.next.about;
  if (about.allocation_uuid != x.allocation) return;
  const bool in_use = about.state == provision_state::active ||
                      (about.target_state && !info(about.state).patch_while_target_set);
  if (in_use && !about.maintenance)
    return d.refuse({error_code::conflict, "Allocation " + x.allocation +
                                               " can not be removed while its node " + about.uuid +
                                               " is in state '" +
                                               std::string{to_string(about.state)} + "'."});
  d.tell(allocation_subject(x.allocation), delete_record{true});
  about.allocation_uuid.reset();
  about.instance_uuid.reset();
  about.instance_info["traits"] = json::array();
  about.updated_at = d.ctx().now;
  d.emit(event::node_updated, {{"changed", {"instance_uuid", "allocation_uuid", "instance_info"}}});
}

void end_lost_allocation(decision& d) {
  auto& about = d.next.about;
  if (!about.allocation_uuid || (about.instance_uuid && !d.erased)) return;
  d.tell(allocation_subject(*about.allocation_uuid), delete_record{true});
  about.allocation_uuid.reset();
  about.instance_info.erase("traits");
}

}  // namespace ironbus
