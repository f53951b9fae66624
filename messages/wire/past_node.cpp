#include "messages/wire/past_node.hpp"

namespace ironbus {

void past_node::take(decision_record decision) {
  if (!decision.before.empty()) {
    base_ = std::move(decision.before);
    changes_.clear();
  } else if (decision.version != version_ + 1) {
    base_.clear();
  }
  if (!base_.empty()) changes_.push_back(std::move(decision.changes));
  version_ = decision.version;
}

result<json> past_node::state() const {
  if (base_.empty()) return fail(error_code::not_found, "A decision before it is missing.");
  try {
    auto out = json::parse(base_);
    for (const auto& change : changes_) out.patch_inplace(json::parse(change));
    return out;
  } catch (const json::exception& e) {
    return fail(error_code::internal, std::string{"A decision in the log is damaged: "} + e.what());
  }
}

}  // namespace ironbus
