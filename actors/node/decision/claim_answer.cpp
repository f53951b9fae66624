#include "actors/node/decision/claim_answer.hpp"

#include "messages/model/snapshot.hpp"

namespace ironbus {

std::string allocation_subject(const std::string& uuid) {
  return record_subject("allocation", uuid);
}

void refuse_claim(decision& decision, const claim_node& claim_node, const std::string& why) {
  const auto& attributes = decision.next.attributes;
  decision.tell(allocation_subject(claim_node.allocation),
                answer_claim{attributes.uuid, attributes.resource_class, why});
}

}  // namespace ironbus
