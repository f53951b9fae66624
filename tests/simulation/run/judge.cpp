#include "tests/simulation/run/judge.hpp"

#include "messages/wire/envelope.hpp"
#include "messages/wire/routing.hpp"
#include "tests/support/invariants.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulation {

namespace {

using std::chrono::seconds;

/// Maximum time without progress if there is no fault.
constexpr seconds standstill{120};
/// Time during which a loss of the store can have effects.
constexpr seconds loss_touches{120};

/// Queues without consumers.
bool is_kept(std::string_view queue) {
  return queue == routing::dead_letter_queue || queue == routing::event_log_queue;
}

}  // namespace

judge::judge(surroundings& around, cluster& service, const fault_injector& faults)
    : around_{around},
      service_{service},
      faults_{faults},
      allocations_{around.loop, [this](std::string text) { complain(std::move(text)); }},
      rules_{around.loop, faults, [this](std::string text) { complain(std::move(text)); }},
      steps_{around.loop, service, [this] { return store_forgot_lately(); },
             [this](std::string text) { complain(std::move(text)); }},
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
    if (known.snapshot) judge_change(*known.snapshot, *next);
    known.sequence = std::max(known.sequence, next->sequence);
  }
  const auto* before = known.snapshot ? &*known.snapshot : nullptr;
  const auto* after = next ? &*next : nullptr;
  unique_.on_node(before, after);
  allocations_.on_node(applied.id, before, after);
  steps_.on_node(applied.id, before, after);
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

/// Called after the store has lost its writes; reads the remaining state.
void judge::on_lost_commit(const commit& lost, uint64_t) {
  const auto later = [this](event_loop::action what) {
    around_.loop.after(std::chrono::nanoseconds{0}, std::move(what));
  };
  if (lost.aggregate == "record") later([this, id = lost.id] { read_record_again(id); });
  if (lost.aggregate != "node") return;
  auto& known = nodes_[lost.id];
  if (known.snapshot) unique_.on_node(&*known.snapshot, nullptr);
  known.snapshot.reset();
  steps_.read_again(lost.id, nullptr);
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
  steps_.read_again(node, &*read);
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
  if (next.sequence < before.sequence)
    complain("node " + node + ": an event has a lower number than the previous one");
  rules_.on_node(before, next);
  judge_power(before, next);
}

/// The power sync enforces only a state that the machine has shown, and not during a workflow.
void judge::judge_power(const node_snapshot& before, const node_snapshot& next) {
  if (!next.power || !next.power->found_by_sync || before.power) return;
  if (before.power_unconfirmed || before.current)
    complain("node " + next.attributes.uuid + ": no request asked for the power order '" +
             next.power->target + "' of the power sync");
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
    const auto step = known.snapshot ? awaited_step(*known.snapshot) : std::nullopt;
    if (!step) continue;
    const auto machine = service_.machines().find(uuid);
    if (machine == service_.machines().end()) continue;
    const auto* attempt = machine->second->find(*step);
    if (attempt != nullptr && !attempt->task && now > attempt->ends + standstill)
      complain("node " + uuid + " is stuck: its machine has ended " + attempt->name +
               ", and the node has no outcome");
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
      complain("queue " + name + " does not become empty: " +
               std::to_string(service_.broker().waiting(name)) + " messages wait");
      for (const auto& message : service_.broker().content(name))
        complain("first message: " + message->body.substr(0, 300));
    }
  for (const auto& [key, record] : service_.store().content().records())
    if (!record.outbox.empty())
      complain(key.first + " " + key.second + " has messages that were never published");
  for (const auto& letter : service_.broker().dead_letters())
    complain("a message became a dead letter: " + letter->routing_key + " " +
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
