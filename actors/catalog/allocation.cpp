#include "actors/catalog/allocation.hpp"

#include "messages/events.hpp"

#include <algorithm>
#include <random>

namespace ironbus {

namespace {

/// An answer that has not come by then is asked for again.
constexpr std::chrono::seconds patience{60};

std::optional<std::string> text_of(const json& about, const char* name) {
  const auto& value = about.at(name);
  return value.is_null() ? std::nullopt : std::optional{value.get<std::string>()};
}

bool is_backfill(const record_snapshot& x) { return x.about.at("resource_class").is_null(); }

void ask_node(record_decision& d, const std::string& node) {
  const auto& about = d.next.about;
  d.next.asked = node;
  d.next.until = d.ctx().now + patience;
  d.tell_node(node, claim_node{d.uuid(), text_of(about, "resource_class"),
                               about.at("traits").get<std::vector<std::string>>(),
                               text_of(about, "owner"), is_backfill(d.next)});
}

void end_search(record_decision& d, std::string_view state) {
  auto& about = d.next.about;
  about["state"] = state;
  about["updated_at"] = d.ctx().now;
  d.next.asked.reset();
  d.next.refused_by.clear();
  d.next.until.reset();
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
  if (!about.at("candidate_nodes").empty())
    return "none of the requested nodes are available and match the resource class " +
           about.at("resource_class").get<std::string>();
  auto out = "no available nodes match the resource class " +
             about.at("resource_class").get<std::string>();
  std::string traits;
  for (const auto& trait : about.at("traits"))
    traits += (traits.empty() ? "" : ", ") + trait.get<std::string>();
  return traits.empty() ? out : out + " and have the traits " + traits;
}

void search(record_decision& d) {
  d.changed = true;
  d.next.asked.reset();
  d.next.until = d.ctx().now + patience;
  d.question = candidates_query(d.next.about);
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
  if (node.is_string())
    ask_node(d, node.get<std::string>());
  else
    search(d);
}

void candidates_found(record_decision& d, const rows_found& x) {
  if (!is_searching(d) || d.next.asked) return;
  if (auto node = choose(d, x.rows)) return ask_node(d, *node);
  fail_allocation(d, nobody_fits(d.next.about));
}

void claim_answered(record_decision& d, const answer_claim& x) {
  if (!is_searching(d) || d.next.asked != x.node) {
    const bool known = d.next.about.value("node_uuid", json{}) == x.node;
    if (!x.refusal && !known) d.tell_node(x.node, release_node{d.uuid()});
    return;
  }
  if (!x.refusal) {
    d.next.about["node_uuid"] = x.node;
    return end_search(d, "active");
  }
  if (is_backfill(d.next)) return fail_allocation(d, "node " + x.node + ": " + *x.refusal);
  d.next.refused_by.push_back(x.node);
  search(d);
}

void claim_came_too_late(record_decision& d, const answer_claim& x) {
  d.duplicate = true;
  if (!x.refusal) d.tell_node(x.node, release_node{d.uuid()});
}

void look_after_allocation(record_decision& d) {
  if (!is_searching(d)) return;
  if (d.next.asked)
    ask_node(d, std::string{*d.next.asked});
  else
    search(d);
}

void end_allocation(record_decision& d, bool by_node) {
  const auto& about = d.next.about;
  const auto node = d.next.asked ? d.next.asked : text_of(about, "node_uuid");
  if (node && !by_node) d.tell_node(*node, release_node{d.uuid()});
}

}  // namespace ironbus
