#include "tests/simulation/run/judge.hpp"

#include "messages/wire/envelope.hpp"
#include "messages/wire/routing.hpp"
#include "tests/support/invariants.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulation {

namespace {

using std::chrono::seconds;

/// A call that was under way when its node moved on comes to the machine by then.
constexpr seconds under_way{1};
/// An operator may delete a node in maintenance whatever is under way. It cannot call back what it
/// has asked for: a driver that waits for a store that has restarted begins it yet.
constexpr seconds under_way_of_deleted{30};
/// Nothing rests longer than this where nothing is wrong any more.
constexpr seconds standstill{120};
/// What a store's loss can touch.
constexpr seconds loss_touches{120};

/// Queues that nobody empties.
bool is_kept(std::string_view queue) {
  return queue == routing::dead_letter_queue || queue == routing::event_log_queue;
}

/// Kinds of interfaces that only simulated machines carry out.
constexpr std::array machine_kinds{"deploy", "power", "raid", "bios"};

bool is_of_machine(const std::string& interface) {
  return std::find(machine_kinds.begin(), machine_kinds.end(), interface) != machine_kinds.end();
}

step_id id_of(const std::string& node, const step_in_flight& x) {
  return {node, x.operation_id, x.index, x.attempt};
}

}  // namespace

judge::judge(surroundings& around, cluster& service, const fault_injector& faults)
    : around_{around},
      service_{service},
      faults_{faults},
      allocations_{around.loop, [this](std::string text) { complain(std::move(text)); }},
      rules_{around.loop, faults, [this](std::string text) { complain(std::move(text)); }},
      unique_{[this](std::string text) { complain(std::move(text)); }} {}

void judge::complain(std::string text) {
  const auto now = std::chrono::duration<double>(around_.loop.now()).count();
  violations_.push_back("at " + std::to_string(now) + "s: " + std::move(text));
}

bool judge::store_forgot_lately() const {
  return faults_.last_loss() && around_.loop.now() < *faults_.last_loss() + loss_touches;
}

// -- commits --------------------------------------------------------------------------------------

void judge::on_commit(const commit& applied, uint64_t) {
  if (applied.aggregate == "node") return on_node(applied);
  if (applied.aggregate == "record") on_record(applied);
}

void judge::on_node(const commit& applied) {
  auto& known = nodes_[applied.id];
  std::optional<node_snapshot> next;
  if (!applied.snapshot.empty() && !applied.erase) {
    auto read = decode_snapshot(applied.snapshot);
    if (!read) return complain("a snapshot cannot be read: " + read.error().message);
    next = std::move(*read);
    judge_snapshot(*next);
    note_group(*next);
    if (known.snapshot) judge_change(*known.snapshot, *next);
    known.sequence = std::max(known.sequence, next->sequence);
  }
  const auto* before = known.snapshot ? &*known.snapshot : nullptr;
  const auto* after = next ? &*next : nullptr;
  unique_.on_node(before, after);
  allocations_.on_node(applied.id, before, after);
  if (known.snapshot) note_end_of_step(*known.snapshot, next);
  known.snapshot = std::move(next);
}

void judge::on_record(const commit& applied) {
  const auto [type, uuid] = split_subject(applied.id);
  std::optional<record_snapshot> next;
  if (!applied.snapshot.empty() && !applied.erase) {
    auto read = decode_record(applied.snapshot);
    if (!read) return complain("a record cannot be read: " + read.error().message);
    next = std::move(*read);
  }
  if (type == "inspection_rule") rules_.on_rule(std::string{uuid}, next);
  if (type == "allocation") allocations_.on_allocation(std::string{uuid}, std::move(next));
}

/// What is true then the store says when it has forgotten all that it forgets.
void judge::on_lost_commit(const commit& lost, uint64_t) {
  const auto later = [this](event_loop::action what) {
    around_.loop.after(std::chrono::nanoseconds{0}, std::move(what));
  };
  if (lost.aggregate == "record") later([this, id = lost.id] { read_record_again(id); });
  if (lost.aggregate != "node") return;
  auto& known = nodes_[lost.id];
  if (known.snapshot) unique_.on_node(&*known.snapshot, nullptr);
  known.snapshot.reset();
  later([this, node = lost.id] { read_node_again(node); });
}

void judge::read_node_again(const std::string& node) {
  const auto& records = service_.store().content().records();
  const auto found = records.find({"node", node});
  allocations_.read_again(node, nullptr);
  if (found == records.end() || found->second.erased()) return;
  auto read = decode_snapshot(*found->second.snapshot);
  if (!read) return complain("a snapshot cannot be read: " + read.error().message);
  unique_.on_node(nullptr, &*read);
  allocations_.read_again(node, &*read);
  nodes_[node].snapshot = std::move(*read);
}

void judge::read_record_again(const std::string& subject) {
  const auto [type, uuid] = split_subject(subject);
  const auto& records = service_.store().content().records();
  const auto found = records.find({"record", subject});
  std::optional<record_snapshot> now;
  if (found != records.end() && !found->second.erased())
    now = decode_record(*found->second.snapshot).value();
  if (type == "inspection_rule") rules_.on_rule(std::string{uuid}, now);
  if (type == "allocation") allocations_.read_again(std::string{uuid}, std::move(now));
}

void judge::judge_snapshot(const node_snapshot& next) {
  for (auto& text : test::check_wait(next)) complain(std::move(text));
  for (auto& text : test::check_motion(next)) complain(std::move(text));
}

void judge::judge_change(const node_snapshot& before, const node_snapshot& next) {
  const auto& node = next.attributes.uuid;
  if (next.sequence < before.sequence) complain("node " + node + ": its events count backwards");
  rules_.on_node(before, next);
  if (service_.has_agent(node)) return;
  if (next.current) judge_ledger(*next.current, node);
  const bool freed = next.attributes.state == provision_state::available &&
                     before.attributes.state != provision_state::available;
  if (freed && before.current && before.current->kind == workflow::automated_clean)
    judge_proof(*before.current, node);
}

/// What the ledger says was done, the machine has done.
void judge::judge_ledger(const operation& current, const std::string& node) {
  for (const auto& entry : current.ledger) {
    if (entry.status != "done" || !is_of_machine(entry.interface) || entry.worker.empty()) continue;
    const auto* done =
        service_.machines().at(node)->find({node, current.id, entry.index, entry.attempt});
    if (done == nullptr || done->ends > around_.loop.now() ||
        done->outcome.status != step_status::done)
      complain("node " + node + ": the ledger has " + entry.interface + "." + entry.name +
               " as done, and the machine has not done it");
  }
}

/// A node becomes available only when its machine has carried out all that was planned.
void judge::judge_proof(const operation& cleaning, const std::string& node) {
  const auto& attempts = service_.machines().at(node)->attempts();
  for (uint32_t i = 0; i < cleaning.steps.size(); ++i) {
    const auto& planned = cleaning.steps[i];
    if (planned.role != step_role::work || !is_of_machine(planned.interface)) continue;
    const bool done = std::any_of(attempts.begin(), attempts.end(), [&](const auto& row) {
      const auto& x = row.second;
      return x.id.operation_id == cleaning.id && x.id.index == i &&
             x.outcome.status == step_status::done && x.ends <= around_.loop.now();
    });
    if (!done)
      complain("node " + node + " became available, and its machine has not done " +
               planned.interface + "." + planned.name);
  }
}

// -- machines -------------------------------------------------------------------------------------

void judge::note_end_of_step(const node_snapshot& before,
                             const std::optional<node_snapshot>& next) {
  if (!before.in_flight) return;
  const auto& node = before.attributes.uuid;
  const auto old = id_of(node, *before.in_flight);
  if (!next || !next->in_flight || id_of(node, *next->in_flight) != old)
    left_[claim_key(old)] =
        around_.loop.now() +
        (next || !before.attributes.maintenance ? under_way : under_way_of_deleted);
}

void judge::note_group(const node_snapshot& next) {
  if (!next.in_flight) return;
  auto& known = nodes_[next.attributes.uuid];
  const auto key = claim_key(id_of(next.attributes.uuid, *next.in_flight));
  if (std::exchange(known.step, key) != key) known.groups.clear();
  known.groups.insert(next.attributes.conductor_group);
}

/// A step goes to the group that its node has when it asks, or asks again.
bool judge::is_served_by(const machine_model::attempt& begun) const {
  const auto found = nodes_.find(begun.id.node);
  if (found == nodes_.end() || found->second.step != claim_key(begun.id)) return true;
  const auto& groups = found->second.groups;
  return std::any_of(groups.begin(), groups.end(),
                     [&](const std::string& group) { return service_.serves(begun.owner, group); });
}

bool judge::is_out(const step_id& id) const {
  const auto found = nodes_.find(id.node);
  if (found != nodes_.end() && found->second.snapshot && found->second.snapshot->in_flight &&
      id_of(id.node, *found->second.snapshot->in_flight) == id)
    return true;
  const auto left = left_.find(claim_key(id));
  return left != left_.end() && around_.loop.now() < left->second;
}

void judge::on_begin(const machine_model&, const machine_model::attempt& begun, bool again) {
  const auto what = begun.name + " of " + claim_key(begun.id) + ", by " + begun.owner;
  if (again) return complain("a step was begun twice: " + what);
  if (!is_out(begun.id) && !store_forgot_lately())
    complain("a step was begun after its node had moved on: " + what);
  if (!is_served_by(begun) && !store_forgot_lately())
    complain("a step was begun by a driver that does not serve its node's group: " + what);
}

// -- events ---------------------------------------------------------------------------------------

void judge::on_message(const outgoing& taken) {
  if (taken.exchange != routing::event_exchange || !taken.routing_key.starts_with("node.")) return;
  const auto head = decode_envelope(taken.body);
  if (!head) return complain("an event cannot be read: " + head.error().message);
  if (!head->sequence) return;
  auto& known = nodes_[head->subject];
  const auto [place, fresh] = known.events.try_emplace(*head->sequence, head->id);
  known.sequence = std::max(known.sequence, *head->sequence);
  if (!fresh && place->second != head->id && !faults_.last_loss())
    complain("node " + head->subject + " has two events numbered " +
             std::to_string(*head->sequence));
}

// -- rest -----------------------------------------------------------------------------------------

void judge::look_for_standstill() {
  const auto now = around_.loop.now();
  allocations_.look_for_standstill(faults_.last_trouble());
  if (now < faults_.last_trouble() + standstill) return;
  for (const auto& [uuid, known] : nodes_) {
    if (!known.snapshot || !known.snapshot->in_flight) continue;
    const auto machine = service_.machines().find(uuid);
    if (machine == service_.machines().end()) continue;
    const auto* attempt = machine->second->find(id_of(uuid, *known.snapshot->in_flight));
    if (attempt != nullptr && !attempt->task && now > attempt->ends + standstill)
      complain("node " + uuid + " stands still: its machine has ended " + attempt->name +
               ", and nobody has told the node");
  }
}

bool judge::has_emptied_all_queues() {
  const auto& broker = service_.broker();
  const auto names = broker.queues();
  for (const auto& name : names)
    if (broker.depth(name) == 0) emptied_.insert(name);
  return std::all_of(names.begin(), names.end(),
                     [this](const auto& name) { return is_kept(name) || emptied_.contains(name); });
}

void judge::look_at_the_end() {
  for (const auto& name : service_.broker().queues())
    if (!is_kept(name) && !emptied_.contains(name)) {
      complain("queue " + name + " does not become empty; " +
               std::to_string(service_.broker().waiting(name)) + " wait");
      for (const auto& message : service_.broker().content(name))
        complain("it holds " + message->body.substr(0, 300));
    }
  for (const auto& [key, record] : service_.store().content().records())
    if (!record.outbox.empty())
      complain(key.first + " " + key.second + " has messages that were never published");
  for (const auto& letter : service_.broker().dead_letters())
    complain("a message went to the dead letters: " + letter->routing_key + " " +
             letter->body.substr(0, 300));
  if (faults_.last_loss()) return;
  allocations_.look_at_the_end();
  rules_.look_at_the_end();
  for (const auto& [uuid, known] : nodes_)
    for (uint64_t number = 1; number <= known.sequence; ++number)
      if (!known.events.contains(number))
        complain("node " + uuid + ": event " + std::to_string(number) + " of " +
                 std::to_string(known.sequence) + " was never published");
}

}  // namespace ironbus::simulation
