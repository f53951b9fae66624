#include "gateways/http/events/event_viewer.hpp"

#include "messages/base/json.hpp"
#include "messages/model/record.hpp"
#include "messages/rights/hidden_columns.hpp"
#include "messages/wire/envelope.hpp"
#include "messages/wire/events.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

using rights::subject;

struct record_rule {
  std::string_view record;  ///< The type in the subject.
  std::string_view rule;
};

// The events of other records are shown to those who see all nodes.
constexpr std::array record_rules{
    record_rule{"allocation", "baremetal:allocation:get"},
    record_rule{"runbook", "baremetal:runbook:get"},
    record_rule{"chassis", "baremetal:chassis:get"},
    record_rule{"deploy_template", "baremetal:deploy_template:get"},
    record_rule{"inspection_rule", "baremetal:inspection_rule:get"},
    record_rule{"webhook", "baremetal:webhook:get"},
};

constexpr std::string_view see_all = "baremetal:node:get:filter_threshold";

struct hidden_member {
  std::string_view event;
  const char* member;       ///< Of the event's data.
  std::string_view column;  ///< The field of nodes that is hidden alike.
};

// The reasons of failures are what last_error shows.
constexpr std::array hidden_members{
    hidden_member{event::node_created, "driver_info", "driver_info"},
    hidden_member{event::node_created, "driver_internal_info", "driver_internal_info"},
    hidden_member{event::node_created, "last_error", "last_error"},
    hidden_member{event::node_created, "reservation", "reservation"},
    hidden_member{event::provision_state_changed, "last_error", "last_error"},
    hidden_member{event::power_action_failed, "reason", "last_error"},
    hidden_member{event::power_state_unconfirmed, "reason", "last_error"},
    hidden_member{event::step_finished, "reason", "last_error"},
    hidden_member{event::agent_lost, "reason", "last_error"},
    hidden_member{event::agent_lost, "agent_url", "driver_internal_info"},
    hidden_member{event::agent_refused, "reason", "last_error"},
    hidden_member{event::message_dead_lettered, "error", "last_error"},
};

const rights::hidden_column& column_of(const hidden_member& x) {
  return *rights::find_hidden_column("nodes", x.column);
}

std::optional<std::string> unless_empty(const std::string& x) {
  return x.empty() ? std::nullopt : std::optional{x};
}

subject subject_at(const event_record& event, const std::string& lessee) {
  subject out;
  const auto type = split_subject(event.subject).first;
  if (type == "allocation") {
    out.allocation_owner = unless_empty(event.owner);
  } else if (type == "runbook") {
    out.runbook_owner = unless_empty(event.owner);
  } else if (type.empty()) {
    out.node_owner = unless_empty(event.owner);
    out.node_lessee = unless_empty(lessee);
  }
  return out;
}

std::string_view rule_for(const std::string& subject_text) {
  const auto type = split_subject(subject_text).first;
  if (type.empty()) return "baremetal:node:get";
  const auto* found = std::find_if(record_rules.begin(), record_rules.end(),
                                   [&](const auto& row) { return row.record == type; });
  return found == record_rules.end() ? see_all : found->rule;
}

}  // namespace

event_viewer::event_viewer(rights::identity who, rules_ptr rules)
    : who_(std::move(who)), rules_(std::move(rules)), sees_all_(rules_->allows(see_all, who_)) {}

bool event_viewer::sees(const event_record& event, const std::string& lessee) const {
  return sees_all_ || rules_->allows(rule_for(event.subject), who_, subject_at(event, lessee));
}

bool event_viewer::hides_from(const event_record& event, const std::string& lessee) const {
  if (sees_all_) return false;
  const auto object = subject_at(event, lessee);
  return std::any_of(hidden_members.begin(), hidden_members.end(), [&](const auto& row) {
    return row.event == event.type && !rules_->allows(column_of(row).rule, who_, object);
  });
}

std::string event_viewer::shown(const event_record& event, const std::string& lessee,
                                std::string text) const {
  if (!hides_from(event, lessee)) return text;
  auto document = json::parse(text, nullptr, false);
  if (!document.is_object() || !document.contains("data")) return text;
  auto& data = document["data"];
  const auto object = subject_at(event, lessee);
  for (const auto& row : hidden_members)
    if (row.event == event.type && data.contains(row.member) &&
        !rules_->allows(column_of(row).rule, who_, object))
      data[row.member] = json::parse(column_of(row).instead);
  return to_text(document);
}

std::string lessee_at(const std::string& body) {
  if (body.find("\"lessee\":\"") == std::string::npos) return {};
  const auto head = decode_envelope(body);
  return head ? head->lessee : std::string{};
}

}  // namespace ironbus::http
