#include "messages/events/event_filter.hpp"

#include "messages/wire/decision_record.hpp"

namespace ironbus {

namespace {

bool fits(const std::string& wanted, const std::string& given) {
  return wanted.empty() || wanted == given;
}

}  // namespace

bool event_filter::takes(const event_record& event) const {
  return !is_decision_subject(event.subject) && fits(node, event.subject) &&
         fits(type, event.type) && fits(state, event.state) && fits(group, event.group) &&
         fits(owner, event.owner);
}

}  // namespace ironbus
