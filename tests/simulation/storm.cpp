#include "tests/simulation/storm.hpp"

#include "actors/catalog/save_record.hpp"
#include "actors/node/save.hpp"
#include "drivers/registry/registry.hpp"
#include "tests/differential/decision_trace.hpp"

#include <algorithm>
#include <array>

namespace ironbus::test {

namespace {

using std::chrono::seconds;

constexpr int version = 115;
constexpr std::array targets{"manage", "provide", "active",  "deleted", "abort",
                             "clean",  "rescue",  "inspect", "unrescue"};
constexpr auto allocation = "allocation";

std::string uuid_of_node(int i) {
  return "6b0b5f7a-3a0e-4a8e-9a51-0000000000" + std::to_string(10 + i);
}

bool fits(const row& row, const filter& wanted) {
  std::vector<std::string> found;
  for (const auto& [column, value] : row.columns)
    if (column == wanted.column) found.push_back(value);
  const auto is_among = [&](const std::string& value) {
    return std::find(wanted.values.begin(), wanted.values.end(), value) != wanted.values.end();
  };
  switch (wanted.how) {
    case filter::op::present: return !found.empty() && !found.front().empty();
    case filter::op::absent: return found.empty() || found.front().empty();
    default: return std::any_of(found.begin(), found.end(), is_among);
  }
}

}  // namespace

storm::storm(unsigned seed, int nodes) : random_(seed), drivers_(build_catalog({}).value()) {
  for (int i = 0; i < nodes; ++i) {
    send(uuid_of_node(i),
         create_node{{{"driver", "fake-hardware"}, {"resource_class", "gold"}}, version});
    for (const auto* target : {"manage", "provide"}) {
      send(uuid_of_node(i), set_provision_state{target, json::object(), version});
      run_until_quiet();
    }
    send(uuid_of_node(i), observe_power{{uuid_of_node(i), power_state::off, {}, {}}});
  }
  run_until_quiet();
}

template <class Map>
const typename Map::key_type* storm::any_of(const Map& given) {
  if (given.empty()) return nullptr;
  return &std::next(given.begin(), pick(static_cast<int>(given.size())))->first;
}

void storm::act() {
  switch (pick(12)) {
    case 0: return order();
    case 1:
    case 2: return order_allocation();
    case 3: return pass(seconds{pick(4) == 0 ? 2000 : 30});
    case 4: return answer_step(pick(6) == 0 ? step_status::failed : step_status::interrupted);
    case 5:
    case 6: return answer_step(step_status::done);
    default: return deliver();
  }
}

void storm::run_until_quiet() {
  for (int round = 0; round < 10000; ++round) {
    if (!queues_.empty())
      deliver();
    else if (!steps_.empty())
      answer_step(step_status::done);
    else if (std::any_of(records_.begin(), records_.end(), [](auto& x) { return x.second.until; }))
      pass(seconds{61});
    else
      return;
  }
  violations_.emplace_back("some operations never end");
}

sentences storm::violations_at_rest() const {
  std::map<std::string, record_snapshot> allocations;
  for (const auto& [subject, x] : records_)
    allocations.emplace(std::string{split_subject(subject).second}, x);
  return check_allocations(nodes_, allocations);
}

// -- operators ------------------------------------------------------------------------------------

void storm::order() {
  const auto* uuid = any_of(nodes_);
  if (uuid == nullptr) return;
  switch (pick(6)) {
    case 0: return send(*uuid, set_maintenance{pick(2) == 0, {}});
    case 1: return send(*uuid, set_power_state{pick(2) == 0 ? "power on" : "power off", {}});
    case 2: return send(*uuid, update_node{{{"remove", "/instance_uuid", {}}}, false, version});
    default:
      return send(*uuid, set_provision_state{targets.at(static_cast<size_t>(pick(targets.size()))),
                                             json::object(), version});
  }
}

void storm::order_allocation() {
  const auto* old = any_of(records_);
  if (old != nullptr && pick(2) == 0) return send_record(*old, delete_record{});
  json fields{{"resource_class", "gold"}};
  const auto* node = any_of(nodes_);
  if (node != nullptr && pick(3) == 0) {
    fields["node"] = *node;
    if (pick(2) == 0) fields.erase("resource_class");
  }
  const auto uuid = derived_uuid("allocation" + std::to_string(++ids_));
  send_record(record_subject(allocation, uuid), create_record{std::move(fields), version});
}

void storm::send(const std::string& subject, const command& x) {
  enqueue(envelop(x, "command-" + std::to_string(++ids_), subject, "/test", now_));
}

void storm::send_record(const std::string& subject, const record_command& x) {
  enqueue(envelop(x, "command-" + std::to_string(++ids_), subject, "/test", now_));
}

// -- the bus, drivers, time -----------------------------------------------------------------------

void storm::deliver() {
  const auto* subject = any_of(queues_);
  if (subject == nullptr) return;
  const auto found = *subject;
  auto& queue = queues_.at(found);
  const auto next = queue.front();
  if (pick(8) != 0) queue.pop_front();  // otherwise its owner dies before acknowledging it
  if (queue.empty()) queues_.erase(found);
  now_ += std::chrono::milliseconds{1};
  ++delivered_;
  if (!split_subject(found).first.empty())
    tell_record(found, next.id, decode_record_command(next.head).value());
  else
    tell_node(found, next.id, decode_node_message(next.head).value());
}

void storm::answer_step(step_status status) {
  const auto* claim = any_of(steps_);
  if (claim == nullptr) return;
  const auto request = steps_.extract(*claim).mapped();
  step_outcome out;
  out.id = request.id;
  out.status = status;
  out.reason = "as it happens";
  out.worker = "driver-1/a";
  tell_node(out.id.node, "outcome-" + std::to_string(++ids_), out);
}

void storm::pass(seconds seconds) {
  now_ += seconds;
  std::vector<std::string> due;
  for (const auto& [uuid, node] : nodes_)
    if (const auto moment = next_deadline(node); moment && *moment <= now_) due.push_back(uuid);
  for (const auto& uuid : due) tell_node(uuid, "due-" + std::to_string(++ids_), deadline_passed{});
  due.clear();
  for (const auto& [subject, record] : records_)
    if (record.until && *record.until <= now_) due.push_back(subject);
  for (const auto& subject : due)
    tell_record(subject, "due-" + std::to_string(++ids_), deadline_passed{});
}

// -- decisions and their effects ------------------------------------------------------------------

context storm::make_context() const {
  return {.now = now_,
          .drivers = drivers_,
          .policy = policy_,
          .options = options_,
          .conductor = "storm",
          .rules = rules_,
          .fresh_token = "a-fresh-token-of-at-least-32-characters"};
}

void storm::tell_node(const std::string& uuid, const std::string& id, const node_message& message) {
  const auto found = nodes_.find(uuid);
  const auto ctx = make_context();
  const auto* before = found != nodes_.end() ? &found->second : nullptr;
  const auto d = decide(before, uuid, id, message, ctx);
  trace_decision(before, id, d);
  if (d.answer.refused || !d.changed) return;
  keep_node(uuid, d);
  publish(d.messages());
}

void storm::keep_node(const std::string& uuid, const decision& decision) {
  const auto found = nodes_.find(uuid);
  const auto saved =
      make_commit(found != nodes_.end() ? &found->second : nullptr, decision, policy_.shards);
  if (decision.erased) {
    nodes_.erase(uuid);
    rows_.erase(uuid);
    return;
  }
  for (const auto& one : saved.put)
    if (one.collection == "nodes") rows_[uuid] = one;
  const auto& kept = nodes_.insert_or_assign(uuid, decode_snapshot(saved.snapshot).value());
  for (auto& text : check_wait(kept.first->second)) violations_.push_back(std::move(text));
  for (auto& text : check_extent(kept.first->second)) violations_.push_back(std::move(text));
}

void storm::tell_record(const std::string& subject, const std::string& id,
                        const record_message& message) {
  const auto found = records_.find(subject);
  const auto ctx = make_context();
  const auto* before = found != records_.end() ? &found->second : nullptr;
  const auto uuid = std::string{split_subject(subject).second};
  const auto d = decide_record(*find_record_type(allocation), before, uuid, id, message, ctx);
  if (d.answer.refused || (!d.changed && d.messages().empty())) return;
  const auto* order = std::get_if<record_command>(&message);
  const bool begins = order != nullptr && std::holds_alternative<create_record>(*order);
  if (before != nullptr || begins) keep_record(subject, d);  // a deleted one may still reply
  publish(d.messages());
  if (d.question && !d.erased)
    tell_record(subject, "found-" + std::to_string(++ids_), find_rows(*d.question));
}

void storm::keep_record(const std::string& subject, const record_decision& decision) {
  if (!decision.changed) return;
  if (decision.erased) {
    records_.erase(subject);
    return;
  }
  const bool was_active = records_[subject].attributes.value("state", "") == "active";
  records_[subject] = decode_record(encode_record(decision.next)).value();
  if (!was_active && decision.next.attributes.value("state", "") == "active") ++allocated_;
}

void storm::publish(const std::vector<outgoing>& messages) {
  for (const auto& message : messages) {
    auto head = decode_envelope(message.body);
    if (!head) continue;  // a reply
    if (message.exchange == routing::node_exchange) enqueue(*head);
    if (message.exchange != routing::step_exchange || head->type != step_request_type) continue;
    auto request = decode<step_request>(head->data).value();
    steps_.insert_or_assign(claim_key(request.id), std::move(request));
  }
}

rows_found storm::find_rows(const query& query) const {
  rows_found out;
  for (const auto& [uuid, one] : rows_)
    if (std::all_of(query.filters.begin(), query.filters.end(),
                    [&one = one](auto& key) { return fits(one, key); }))
      out.rows.push_back({uuid, {}});
  return out;
}

}  // namespace ironbus::test
