#include "actors/runtime/acknowledge.hpp"
#include "actors/runtime/aggregate/aggregate_actor.hpp"
#include "messages/base/host_source.hpp"
#include "messages/platform/failpoint.hpp"
#include "messages/platform/log.hpp"

#include <caf/all.hpp>

#include <algorithm>

// How an AGGREGATE publishes after a commit. It publishes its outbox until the bus has confirmed
// all of it, and only then the message is done. The store keeps the outbox until no other aggregate
// can lose a message of it; the next message does not wait for that.

namespace ironbus {

using runtime::local;

namespace {

constexpr std::chrono::milliseconds publish_retry{1000};

/// Messages that wait for a repair. They count as work of the whole shard: more of them would block
/// its other nodes.
constexpr size_t kept_messages_max = 8;

bool waits_for_repair(const inbound_ptr& x) { return x->from_bus && x->reply_to.empty(); }

/// The rows of a query, without unused columns.
rows_found read_rows(const std::vector<listed>& rows) {
  rows_found out;
  for (const auto& row : rows) {
    const auto summary = json::parse(row.summary, nullptr, false);
    const auto name = summary.is_object() ? summary.value("name", json{}) : json{};
    out.rows.push_back({row.id, name.is_string() ? name.get<std::string>() : std::string{}});
  }
  return out;
}

}  // namespace

void aggregate_state::publish(std::vector<outgoing> messages, bool owed) {
  phase_ = phase::publishing;
  if (!queue_.empty() && queue_.front()->redelivered)
    if (const auto typed_actor = caf::actor_cast<runtime::suspects_actor>(env_->suspects))
      self_->send(typed_actor, local{runtime::decided{queue_.front()->id}});
  ++round_;
  outbox_ = std::move(messages);
  confirmed_ = owed ? keep_outbox() : nullptr;
  unconfirmed_ = outbox_.size();
  phase_began_ = steady_clock::now();
  for (size_t i = 0; i < outbox_.size(); ++i) publish_one(i);
  failpoint("after_publish");
  if (outbox_.empty()) all_published();
}

/// The store keeps messages to other aggregates until these have handled them. A new owner of the
/// node repeats step requests, and events are only for current listeners.
std::function<void()> aggregate_state::keep_outbox() {
  if (outbox_.empty()) return nullptr;
  std::vector<outgoing*> kept;
  for (auto& message : outbox_)
    if (message.exchange == routing::node_exchange) kept.push_back(&message);
  auto part_done = kept_->keep(version_, kept.size() + 1);  // the other part is the confirms
  for (auto* message : kept) message->handled = part_done;
  return part_done;
}

void aggregate_state::publish_one(size_t index) {
  auto done = [aggregate_actor = runtime::aggregate_actor{self_}, round = round_,
               index](result<std::monostate> outcome) {
    caf::anon_send(aggregate_actor, local{runtime::published{round, index, std::move(outcome)}});
  };
  env_->messages.publish(outbox_[index], std::move(done));
}

void aggregate_state::on_published(const runtime::published& result) {
  if (result.round != round_) return;
  // no worker has a queue yet: the entry stays in the outbox
  if (!result.outcome && !is_given_up(result))
    return self_->delayed_send(self_, publish_retry,
                               local{runtime::publish_again{result.round, result.index}});
  if (--unconfirmed_ == 0) all_published();
}

/// A step that no queue takes, because no worker serves the node's group, fails: waiting for a
/// queue would block the node. A notification from before they were disabled is dropped as well.
bool aggregate_state::is_given_up(const runtime::published& result) {
  if (result.outcome.error().code != error_code::not_found) return false;
  if (!outbox_[result.index].mandatory) {
    log::warn("a message is skipped because its exchange is no longer used",
              {{log_key::node, me_.subject}, {log_key::error, result.outcome.error().message}});
    return true;
  }
  auto end = make_unserved(outbox_[result.index], env_->served.load().get(), env_->time.now());
  if (!end) return false;
  self_->send(me_.shard, local{runtime::made{std::move(end)}});
  return true;
}

void aggregate_state::all_published() {
  failpoint("after_confirm");
  if (!outbox_.empty()) env_->counters.publish_seconds.observe_since(phase_began_);
  if (const auto confirmed = std::exchange(confirmed_, nullptr)) confirmed();
  outbox_.clear();
  phase_ = phase::idle;
  if (auto done = std::exchange(change_, {})) {
    if (done->question) ask_store(std::move(*done->question));
    finish_front();
  }
  proceed();
}

/// If the store does not answer, the aggregate's deadline repeats the query.
void aggregate_state::ask_store(query query) {
  env_->records.list(std::move(query), [shard_actor = me_.shard, subject = me_.subject,
                                        env = env_](const result<std::vector<listed>>& rows) {
    if (rows)
      caf::anon_send(
          shard_actor,
          local{runtime::made{make_rows_found(subject, read_rows(*rows), env->time.now())}});
  });
}

// -- damage ---------------------------------------------------------------------------------------

// While the stored record is unreadable, the actor retries periodically, so that it continues by
// itself after a repair.

result<std::monostate> aggregate_state::read_record(const std::string& text) {
  try {
    return it_->restore(text);
  } catch (const std::exception& e) {  // a bug must not take the shard down
    return fail(error_code::internal, e.what());
  }
}

void aggregate_state::on_damaged(const failure& why) {
  forget();  // otherwise a create would treat the damaged record as missing
  if (!std::exchange(damaged_, true))
    log::error("a stored node or record cannot be read",
               {{log_key::node, me_.subject}, {log_key::error, why.message}});
  store_failed({why.code, "The stored data cannot be read: " + why.message});
  auto surplus = std::count_if(queue_.begin(), queue_.end(), waits_for_repair) -
                 static_cast<ptrdiff_t>(kept_messages_max);
  for (auto it = queue_.begin(); surplus > 0; it = queue_.erase(it)) {
    it = std::find_if(it, queue_.end(), waits_for_repair);
    dead_letter(*env_, **it, why.message);
    self_->send(me_.shard, local{runtime::finished{me_.subject, me_.number}});
    --surplus;
  }
}

}  // namespace ironbus
