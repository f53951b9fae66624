#include "actors/node/decision/claim_answer.hpp"

namespace ironbus {

std::string allocation_subject(const std::string& uuid) {
  return record_subject("allocation", uuid);
}

void refuse_claim(decision& d, const claim_node& x, const std::string& why) {
  const auto& attributes = d.next.attributes;
  d.tell(allocation_subject(x.allocation),
         answer_claim{attributes.uuid, attributes.resource_class, why});
}

}  // namespace ironbus
