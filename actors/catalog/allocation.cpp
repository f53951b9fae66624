#include "actors/catalog/allocation.hpp"

#include "messages/contract/traits.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/wire/events.hpp"

#include <algorithm>
#include <utility>

namespace ironbus {

namespace {

/// After this time an unanswered request is repeated.
constexpr std::chrono::seconds patience{60};

/// How many clients may wait for the deletion of one allocation.
constexpr size_t enders_max = 16;

std::optional<std::string> text_of(const json& attributes, const char* name) {
  const auto& value = attributes.at(name);
  return value.is_null() ? std::nullopt : std::optional{value.get<std::string>()};
}

/// The node that was requested, or that is allocated.
std::optional<std::string> holder(const record_snapshot& x) {
  return x.asked ? x.asked : text_of(x.attributes, "node_uuid");
}

void ask_for_node(record_decision& decision) {
  const auto& attributes = decision.next.attributes;
  decision.next.until = decision.ctx().now + patience;
  decision.tell_node(*decision.next.asked,
                     claim_node{decision.uuid(), text_of(attributes, "resource_class"),
                                attributes.at("traits").get<std::vector<std::string>>(),
                                text_of(attributes, "owner"), decision.next.backfill},
                     decision.next.asked_as);
}

void request_release(record_decision& d) {
  d.next.until = d.ctx().now + patience;
  d.tell_node(*d.next.asked, release_node{d.uuid()}, d.next.asked_as);
}

void choose_node(record_decision& decision, std::string node) {
  decision.next.asked = std::move(node);
  decision.next.asked_as = decision.ids().next();
  ask_for_node(decision);
}

void answer_creator(record_decision& d, const reply& x) {
  if (const auto target = std::exchange(d.next.creator, {})) d.answer_waiting(*target, x);
}

void answer_enders(record_decision& d, const reply& x) {
  for (const auto& awaited : std::exchange(d.next.enders, {})) d.answer_waiting(awaited, x);
}

void forget_question(record_snapshot& record_snapshot) {
  record_snapshot.ending = false;
  record_snapshot.asked.reset();
  record_snapshot.until.reset();
}

void end_search(record_decision& decision, std::string_view state) {
  auto& attributes = decision.next.attributes;
  attributes["state"] = state;
  attributes["updated_at"] = decision.ctx().now;
  decision.next.refused_by.clear();
  if (!decision.next.ending) forget_question(decision.next);
  decision.emit(event::updated_suffix, {{"changed", {"state"}}, {"state", state}});
}

void fail_allocation(record_decision& d, const std::string& why) {
  d.next.attributes["last_error"] = "Failed to process allocation " + d.uuid() + ": " + why + ".";
  end_search(d, "error");
}

query candidates_query(const json& attributes) {
  using f = filter;
  query out;
  out.collection = "nodes";
  out.filters = {
      {"provision_state", f::op::equal, {"available"}},
      {"resource_class", f::op::equal, {attributes.at("resource_class").get<std::string>()}},
      {"instance_uuid", f::op::absent, {}},
      {"maintenance", f::op::equal, {"false"}},
      {"power_state", f::op::present, {}}};
  for (const auto& trait : attributes.at("traits"))
    out.filters.push_back({"traits", f::op::equal, {trait.get<std::string>()}});
  if (auto owner = text_of(attributes, "owner"))
    out.filters.push_back({std::string{project_column}, f::op::equal, {*owner}});
  return out;
}

std::string no_match_text(const json& attributes) {
  const auto wanted_class = attributes.at("resource_class").get<std::string>();
  const bool from_list = !attributes.at("candidate_nodes").empty();
  auto out = from_list ? "none of the requested nodes are available and match the resource class " +
                             wanted_class
                       : "no available nodes match the resource class " + wanted_class;
  const auto traits = attributes.at("traits").get<std::vector<std::string>>();
  if (traits.empty()) return out;
  return out + " and have " + (traits.size() > 1 ? "all of the traits " : "the trait ") +
         joined_traits(traits);
}

/// Asks the store for the rows after `marker`; empty: from the first.
void search(record_decision& decision, const std::string& marker = {}) {
  decision.changed = true;
  decision.next.asked.reset();
  decision.next.until = decision.ctx().now + patience;
  decision.question = candidates_query(decision.next.attributes);
  decision.question->marker = marker;
}

/// In random order, so that concurrent allocations do not ask the same nodes. A node with the
/// allocation's name comes first.
std::optional<std::string> choose(record_decision& decision,
                                  const std::vector<rows_found::item>& rows) {
  const auto& candidates = decision.next.attributes.at("candidate_nodes");
  const auto name = text_of(decision.next.attributes, "name");
  std::vector<std::string> fit;
  for (const auto& row : rows) {
    const auto& refused = decision.next.refused_by;
    if (std::find(refused.begin(), refused.end(), row.id) != refused.end()) continue;
    if (!candidates.empty() &&
        std::find(candidates.begin(), candidates.end(), row.id) == candidates.end())
      continue;
    if (name && row.name == *name) return row.id;
    fit.push_back(row.id);
  }
  if (fit.empty()) return std::nullopt;
  const auto draw = std::hash<std::string>{}(decision.ids().next());
  return fit[draw % fit.size()];
}

bool is_searching(const record_decision& d) {
  return d.type().name == "allocation" && d.next.attributes.value("state", "") == "allocating";
}

}  // namespace

void begin_allocation(record_decision& decision, const json& node) {
  decision.next.attributes["state"] = "allocating";
  if (!node.is_string()) return search(decision);
  decision.next.backfill = true;
  if (!decision.ctx().reply_to.empty())
    decision.next.creator = {std::string{decision.ctx().reply_to},
                             std::string{decision.ctx().correlation_id}};
  choose_node(decision, node.get<std::string>());
}

void candidates_found(record_decision& decision, const rows_found& found) {
  if (!is_searching(decision) || decision.next.asked) return;
  if (auto node = choose(decision, found.rows)) return choose_node(decision, std::move(*node));
  if (found.rows.size() >= query{}.limit) return search(decision, found.rows.back().id);
  fail_allocation(decision, no_match_text(decision.next.attributes));
}

void claim_answered(record_decision& decision, const answer_claim& answer_claim) {
  if (!is_searching(decision) || decision.next.asked != answer_claim.node) {
    if (!answer_claim.refusal && holder(decision.next) != answer_claim.node)
      decision.tell_node(answer_claim.node, release_node{decision.uuid(), true},
                         decision.ids().next());
    return;
  }
  auto& attributes = decision.next.attributes;
  if (!answer_claim.refusal) {
    attributes["node_uuid"] = answer_claim.node;
    if (decision.next.backfill && attributes["resource_class"].is_null())
      attributes["resource_class"] = answer_claim.resource_class;
    end_search(decision, "active");
    return answer_creator(decision, {{}, to_text(attributes)});
  }
  if (decision.next.ending) return;  // the node knows it already, and will reply
  if (!decision.next.backfill) {
    decision.next.refused_by.push_back(answer_claim.node);
    return search(decision);
  }
  fail_allocation(decision,
                  "node " + answer_claim.node + " cannot be claimed: " + *answer_claim.refusal);
  answer_creator(
      decision,
      {failure{error_code::conflict, attributes.at("last_error").get<std::string>()}, {}});
}

void release_late_claim(record_decision& d, const answer_claim& x) {
  d.duplicate = true;
  if (!x.refusal) d.tell_node(x.node, release_node{d.uuid(), true}, d.ids().next());
}

void continue_allocation(record_decision& decision) {
  if (decision.next.ending) return request_release(decision);
  if (!is_searching(decision)) return;
  if (decision.next.asked)
    ask_for_node(decision);
  else
    search(decision);
}

bool end_allocation(record_decision& decision, const delete_record& delete_record) {
  const auto node = holder(decision.next);
  const bool lost = decision.next.ending || decision.next.attributes["state"] == "active";
  if (delete_record.node && (delete_record.node != node || !lost))
    return false;  // meant for an earlier allocation
  if (delete_record.node || !node) {
    answer_creator(decision, {failure{error_code::conflict,
                                      "Allocation " + decision.uuid() + " has been deleted."},
                              {}});
    answer_enders(decision, {});
    return true;
  }
  if (decision.next.enders.size() >= enders_max) {
    decision.refuse(
        {error_code::unavailable, "Allocation " + decision.uuid() + " is being deleted."});
    return false;
  }
  decision.changed = true;
  if (!decision.ctx().reply_to.empty())
    decision.next.enders.push_back(
        {std::string{decision.ctx().reply_to}, std::string{decision.ctx().correlation_id}});
  if (decision.next.ending) return false;
  decision.next.ending = true;
  decision.next.asked = node;
  decision.next.asked_as = decision.ids().next();
  request_release(decision);
  return false;
}

void release_refused(record_decision& decision, const answer_release& answer_release) {
  if (!decision.next.ending || decision.next.asked != answer_release.node) return;
  decision.changed = true;
  forget_question(decision.next);
  answer_enders(decision, {failure{error_code::conflict, answer_release.refusal}, {}});
}

}  // namespace ironbus
