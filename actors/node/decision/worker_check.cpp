#include "actors/node/decision/worker_check.hpp"

#include "messages/model/snapshot.hpp"

namespace ironbus {

std::optional<failure> check_workers(const decision& decision) {
  const auto& attributes = decision.next.attributes;
  const auto& served = decision.ctx().served;
  if (!served || served->has(attributes.conductor_group)) return std::nullopt;
  return failure{error_code::unavailable, "Node " + attributes.uuid + " has no driver worker: " +
                                              served->refusal(attributes.conductor_group) +
                                              ". Start one, or change the node's conductor_group."};
}

}  // namespace ironbus
