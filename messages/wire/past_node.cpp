#include "messages/wire/past_node.hpp"

#include "messages/wire/snapshot_changes.hpp"

namespace ironbus {

namespace {

tl::unexpected<failure> damaged(const failure& why) {
  return fail(error_code::internal, "A decision in the log is damaged: " + why.message);
}

}  // namespace

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
  auto out = parse_own_json(base_);
  for (auto change = changes_.begin(); out && change != changes_.end(); ++change) {
    const auto changes = parse_own_json(*change);
    if (!changes) return damaged(changes.error());
    out = apply_changes(*std::move(out), *changes);
  }
  if (!out) return damaged(out.error());
  return out;
}

}  // namespace ironbus
