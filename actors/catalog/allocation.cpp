#include "actors/catalog/allocation.hpp"

#include "messages/model/traits.hpp"
#include "messages/wire/events.hpp"

#include <algorithm>
#include <utility>

namespace ironbus {

namespace {

/// An answer that has not come by then is asked for again.
constexpr std::chrono::seconds patience{60};

/// How many may wait for one allocation to end.
constexpr size_t enders_max = 16;

std::optional<std::string> text_of(const json& about, const char* name) {
  const auto& value = about.at(name);
  return value.is_null() ? std::nullopt : std::optional{value.get<std::string>()};
}

/// The node that has been asked for, or got.
std::optional<std::string> holder(const record_snapshot& x) {
  return x.asked ? x.asked : text_of(x.about, "node_uuid");
}

void ask_for_node(record_decision& d) {
  const auto& about = d.next.about;
  d.next.until = d.ctx().now + patience;
  d.tell_node(*d.next.asked,
              claim_node{d.uuid(), text_of(about, "resource_class"),
                         about.at("traits").get<std::vector<std::string>>(),
                         text_of(about, "owner"), d.next.backfill},
              d.next.asked_as);
}

void ask_to_let_go(record_decision& d) {
  d.next.until = d.ctx().now + patience;
  d.tell_node(*d.next.asked, release_node{d.uuid()}, d.next.asked_as);
}

void choose_node(record_decision& d, std::string node) {
  d.next.asked = std::move(node);
  d.next.asked_as = d.ids().next();
  ask_for_node(d);
}

void answer_creator(record_decision& d, const reply& x) {
  if (const auto to = std::exchange(d.next.creator, {})) d.answer_waiting(*to, x);
}

void answer_enders(record_decision& d, const reply& x) {
  for (const auto& to : std::exchange(d.next.enders, {})) d.answer_waiting(to, x);
}

void forget_question(record_snapshot& x) {
  x.ending = false;
  x.asked.reset();
  x.until.reset();
}

void end_search(record_decision& d, std::string_view state) {
  auto& about = d.next.about;
  about["state"] = state;
  about["updated_at"] = d.ctx().now;
  d.next.refused_by.clear();
  if (!d.next.ending) forget_question(d.next);
  d.emit(event::updated_suffix, {{"changed", {"state"}}, {"state", state}});
}

void fail_allocation(record_decision& d, const std::string& why) {
  d.next.about["last_error"] = "Failed to process allocation " + d.uuid() + ": " + why + ".";
  end_search(d, "error");
}

query candidates_query(const json& about) {
  using f = filter;
  query out;
  out.collection = "nodes";
  out.filters = {{"provision_state", f::op::equal, {"available"}},
                 {"resource_class", f::op::equal, {about.at("resource_class").get<std::string>()}},
                 {"instance_uuid", f::op::absent, {}},
                 {"maintenance", f::op::equal, {"false"}},
                 {"power_state", f::op::present, {}}};
  for (const auto& trait : about.at("traits"))
    out.filters.push_back({"traits", f::op::equal, {trait.get<std::string>()}});
  if (auto owner = text_of(about, "owner"))
    out.filters.push_back({"owner", f::op::equal, {*owner}});
  return out;
}

std::string nobody_fits(const json& about) {
  const auto wanted_class = about.at("resource_class").get<std::string>();
  const bool from_list = !about.at("candidate_nodes").empty();
  auto out = from_list ? "none of the requested nodes are available and match the resource class " +
                             wanted_class
                       : "no available nodes match the resource class " + wanted_class;
  const auto traits = about.at("traits").get<std::vector<std::string>>();
  if (traits.empty()) return out;
  return out + " and have " + (traits.size() > 1 ? "all of the traits " : "the trait ") +
         joined_traits(traits);
}

/// The rows after `marker`; empty: from the first.
void search(record_decision& d, const std::string& marker = {}) {
  d.changed = true;
  d.next.asked.reset();
  d.next.until = d.ctx().now + patience;
  d.question = candidates_query(d.next.about);
  d.question->marker = marker;
}

/// In an order of chance, so that allocations side by side do not ask the same nodes; a node that
/// is called like the allocation comes first.
std::optional<std::string> choose(record_decision& d, const std::vector<rows_found::item>& rows) {
  const auto& candidates = d.next.about.at("candidate_nodes");
  const auto name = text_of(d.next.about, "name");
  std::vector<std::string> fit;
  for (const auto& row : rows) {
    const auto& refused = d.next.refused_by;
    if (std::find(refused.begin(), refused.end(), row.id) != refused.end()) continue;
    if (!candidates.empty() &&
        std::find(candidates.begin(), candidates.end(), row.id) == candidates.end())
      continue;
    if (name && row.name == *name) return row.id;
    fit.push_back(row.id);
  }
  if (fit.empty()) return std::nullopt;
  const auto draw = std::hash<std::string>{}(d.ids().next());
  return fit[draw % fit.size()];
}

bool is_searching(const record_decision& d) {
  return d.type().name == "allocation" && d.next.about.value("state", "") == "allocating";
}

}  // namespace

void begin_allocation(record_decision& d, const json& node) {
  d.next.about["state"] = "allocating";
  if (!node.is_string()) return search(d);
  d.next.backfill = true;
  if (!d.ctx().reply_to.empty())
    d.next.creator = {std::string{d.ctx().reply_to}, std::string{d.ctx().correlation_id}};
  choose_node(d, node.get<std::string>());
}

void candidates_found(record_decision& d, const rows_found& x) {
  if (!is_searching(d) || d.next.asked) return;
  if (auto node = choose(d, x.rows)) return choose_node(d, std::move(*node));
  if (x.rows.size() >= query{}.limit) return search(d, x.rows.back().id);
  fail_allocation(d, nobody_fits(d.next.about));
}

void claim_answered(record_decision& d, const answer_claim& x) {
  if (!is_searching(d) || d.next.asked != x.node) {
    if (!x.refusal && holder(d.next) != x.node)
      d.tell_node(x.node, release_node{d.uuid(), true}, d.ids().next());
    return;
  }
  auto& about = d.next.about;
  if (!x.refusal) {
    about["node_uuid"] = x.node;
    if (d.next.backfill && about["resource_class"].is_null())
      about["resource_class"] = x.resource_class;
    end_search(d, "active");
    return answer_creator(d, {{}, to_text(about)});
  }
  if (d.next.ending) return;  // the node has been told, and will say so
  if (!d.next.backfill) {
    d.next.refused_by.push_back(x.node);
    return search(d);
  }
  fail_allocation(d, "node " + x.node + " cannot be recorded, as " + *x.refusal);
  answer_creator(d, {failure{error_code::conflict, about.at("last_error").get<std::string>()}, {}});
}

void claim_came_too_late(record_decision& d, const answer_claim& x) {
  d.duplicate = true;
  if (!x.refusal) d.tell_node(x.node, release_node{d.uuid(), true}, d.ids().next());
}

void look_after_allocation(record_decision& d) {
  if (d.next.ending) return ask_to_let_go(d);
  if (!is_searching(d)) return;
  if (d.next.asked)
    ask_for_node(d);
  else
    search(d);
}

bool end_allocation(record_decision& d, const delete_record& x) {
  const auto node = holder(d.next);
  const bool lost = d.next.ending || d.next.about["state"] == "active";
  if (x.node && (x.node != node || !lost)) return false;  // said to one that has ended before
  if (x.node || !node) {
    answer_creator(d,
                   {failure{error_code::conflict, "Allocation " + d.uuid() + " has ended."}, {}});
    answer_enders(d, {});
    return true;
  }
  if (d.next.enders.size() >= enders_max) {
    d.refuse({error_code::unavailable, "Allocation " + d.uuid() + " is about to end."});
    return false;
  }
  d.changed = true;
  if (!d.ctx().reply_to.empty())
    d.next.enders.push_back({std::string{d.ctx().reply_to}, std::string{d.ctx().correlation_id}});
  if (d.next.ending) return false;
  d.next.ending = true;
  d.next.asked = node;
  d.next.asked_as = d.ids().next();
  ask_to_let_go(d);
  return false;
}

void release_refused(record_decision& d, const answer_release& x) {
  if (!d.next.ending || d.next.asked != x.node) return;
  d.changed = true;
  forget_question(d.next);
  answer_enders(d, {failure{error_code::conflict, x.refusal}, {}});
}

}  // namespace ironbus
