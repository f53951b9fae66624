#pragma once

#include "messages/ports/logged_event.hpp"
#include "messages/rights/rule_set.hpp"

#include <memory>
#include <string>

namespace ironbus::http {

/// Who reads events under the policy. A user sees the events of a node if the policy showed them
/// the node at the time of the event: its owner and lessee are those of the event. So a project
/// does not see what happened under an earlier owner, and sees nothing of later ones.
class event_viewer {
public:
  using rules_ptr = std::shared_ptr<const rights::rule_set>;

  event_viewer(rights::identity who, rules_ptr rules);

  /// `lessee`: of the node at the event, see lessee_at.
  bool sees(const event_record& event, const std::string& lessee) const;

  /// The text of a visible event. Markers replace values that the policy hides from the user.
  std::string shown(const event_record& event, const std::string& lessee, std::string text) const;
  /// Whether shown() may change the text.
  bool hides_from(const event_record& event, const std::string& lessee) const;

  /// Whether the policy is still the one that was asked.
  bool follows(const rules_ptr& rules) const { return rules_ == rules; }

private:
  const rights::identity who_;
  const rules_ptr rules_;
  const bool sees_all_;
};

using event_viewer_ptr = std::shared_ptr<const event_viewer>;

/// The lessee of the node at the time of an event, from its body; empty: none.
std::string lessee_at(const std::string& body);

}  // namespace ironbus::http
