#include "actors/node/decision/worker_check.hpp"

namespace ironbus {

std::optional<failure> check_workers(const decision& d) {
  const auto& about = d.next.about;
  const auto& served = d.ctx().served;
  if (!served || served->has(about.conductor_group)) return std::nullopt;
  return failure{error_code::unavailable, "Node " + about.uuid + " has no driver worker: " +
                                              served->refusal(about.conductor_group) +
                                              ". Start one, or change the node's conductor_group."};
}

}  // namespace ironbus
