#include "actors/runtime/acknowledge.hpp"
#include "actors/runtime/aggregate/aggregate_actor.hpp"
#include "actors/runtime/conductor/shard_actor.hpp"
#include "actors/runtime/watch_actor.hpp"

#include <caf/all.hpp>

#include <algorithm>
#include <array>

// How a SHARD becomes owned by this conductor and stops being so: first a new epoch from the store,
// then the unfinished work of the previous owner.

namespace ironbus {

using runtime::local;

namespace {

constexpr std::chrono::milliseconds acquire_retry{500};
/// Kinds of aggregate, as the store names them.
constexpr std::array<std::string_view, 2> attention_kinds{"node", "record"};

}  // namespace

void shard_state::own(ownership next) {
  const auto before = std::exchange(owned_, next);
  if (next == before) return;
  if (next == ownership::owned) ++env_->counters.shards_owned;
  if (before == ownership::owned) --env_->counters.shards_owned;
}

void shard_state::acquire() {
  own(ownership::acquiring);
  env_->records.acquire_shard(lease_->shard, [shard_actor = runtime::shard_actor{self_},
                                              attempt = ++attempt_](result<uint64_t> epoch) {
    caf::anon_send(shard_actor, local{runtime::acquired{attempt, std::move(epoch)}});
  });
}

void shard_state::on_acquired(const runtime::acquired& acquired) {
  if (acquired.attempt != attempt_) return;
  const auto& epoch = acquired.epoch;
  if (!epoch) return acquire_failed(epoch.error());
  // Another conductor owned it in between: the state in memory is old. A message that changes
  // nothing in an old snapshot would be acknowledged without the store noticing.
  if (*epoch != lease_->epoch + 1) forget_all();
  lease_->epoch = *epoch;
  unfinished_.clear();
  find_attention(attention_kinds.front());
}

void shard_state::find_attention(std::string_view kind) {
  env_->records.attention_of(std::string{kind}, lease_->shard,
                             [shard_actor = runtime::shard_actor{self_}, attempt = attempt_,
                              kind](result<std::vector<attention>> records) {
                               caf::anon_send(shard_actor, local{runtime::attention_found{
                                                               attempt, kind, std::move(records)}});
                             });
}

/// Waiting clients get the error that nothing was done; other messages stay.
void shard_state::acquire_failed(const failure& why) {
  std::erase_if(stash_, [&](const inbound_ptr& inbound_ptr) {
    if (inbound_ptr->reply_to.empty()) return false;
    answer(*env_, *inbound_ptr, {why, {}});
    acknowledge(*env_, *inbound_ptr);
    return true;
  });
  self_->delayed_send(self_, acquire_retry, local{runtime::acquire_again{attempt_}});
}

/// First nodes, then records.
void shard_state::on_attention(const runtime::attention_found& attention_found) {
  if (attention_found.attempt != attempt_) return;
  if (!attention_found.records) return acquire_failed(attention_found.records.error());
  for (const auto& record : *attention_found.records) unfinished_.push_back(record.id);
  const auto next =
      std::find(attention_kinds.begin(), attention_kinds.end(), attention_found.kind) + 1;
  if (next != attention_kinds.end()) return find_attention(*next);
  const auto subjects = std::exchange(unfinished_, {});
  own(ownership::owned);
  const auto now = env_->time.now();
  for (const auto& subject : subjects) {
    ++env_->counters.resumed;
    route(make_taken_over(subject, now));
  }
  for (auto& message : std::exchange(stash_, {})) route(std::move(message));
}

/// Deadlines are dropped, too: the next owner must check at once.
void shard_state::on_fenced(uint64_t epoch) {
  if (epoch != lease_->epoch)  // of an ownership that was renewed since
    return;
  forget_all();
  if (owned_ != ownership::owned) return;
  own(ownership::none);
  check_shard(*env_, lease_->shard);
}

/// A new epoch ends commits that may still be applied under this one; then the store is asked which
/// aggregates need attention. If another conductor owns the shard, it does so.
void shard_state::on_doubt(const runtime::in_doubt& doubt) {
  if (doubt.epoch != lease_->epoch || owned_ == ownership::acquiring) return;
  if (owned_ == ownership::owned) return acquire();
  const auto found = aggregates_.find(doubt.subject);
  if (found == aggregates_.end() || found->second.number != doubt.number) return;
  self_->send(found->second.actor, local{runtime::leave{}});
  aggregates_.erase(found);
}

/// Acquiring the shard now would take it from the conductor to which the broker has assigned it.
/// Only a delivery on the next connection proves that the shard is ours. Received messages are
/// delivered again.
void shard_state::on_disconnected() {
  own(ownership::none);
  ++attempt_;
  for (const auto& message : std::exchange(stash_, {})) requeue(*env_, *message);
}

/// The state in memory may be newer than the store, and outstanding requests may be unknown to it:
/// everything is loaded and requested again.
void shard_state::on_store_restarted() {
  if (owned_ == ownership::none) return;  // acquired with the next delivery
  forget_all();
  acquire();
}

void shard_state::forget_all() {
  for (const auto& [subject, x] : aggregates_) self_->send(x.actor, local{runtime::leave{}});
  aggregates_.clear();
  deadlines_.clear();
}

}  // namespace ironbus
