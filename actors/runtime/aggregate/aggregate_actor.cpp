#include "actors/runtime/aggregate/aggregate_actor.hpp"

#include "actors/outbox.hpp"
#include "actors/runtime/acknowledge.hpp"
#include "messages/base/host_source.hpp"
#include "messages/platform/failpoint.hpp"
#include "messages/platform/log.hpp"

#include <caf/all.hpp>

namespace ironbus {

using runtime::local;

namespace {

// Pause between two requests to a store that does not answer or rejects writes.
constexpr std::chrono::milliseconds store_retry_min{200};
constexpr std::chrono::milliseconds store_retry_max{5'000};

/// Limit for the text about an unreadable entry.
constexpr size_t reason_max = 200;

/// The outbox entries that a previous owner may not have sent. The record itself is intact, so
/// unreadable entries are skipped.
std::vector<outgoing> unpublished_of(const stored& record, const std::string& subject) {
  std::vector<outgoing> out;
  size_t unreadable = 0;
  std::string why;  // of the first
  for (const auto& entry : record.outbox) {
    auto message = decode_outgoing(entry);
    if (message) {
      message->again = true;
      out.push_back(std::move(*message));
    } else if (++unreadable == 1) {
      why = message.error().message.substr(0, reason_max);
    }
  }
  if (unreadable > 0)
    log::error("unreadable messages of the outbox are skipped",
               {{log_key::node, subject},
                {log_key::revision, std::to_string(record.version)},
                {log_key::count, std::to_string(unreadable)},
                {log_key::error, why}});
  return out;
}

}  // namespace

aggregate_state::aggregate_state(pointer self) : self_(self) {}

aggregate_state::~aggregate_state() {
  if (env_) --env_->counters.nodes_in_memory;
}

runtime::aggregate_actor::behavior_type aggregate_state::start(std::shared_ptr<environment> env,
                                                               aggregate_identity me) {
  env_ = std::move(env);
  me_ = std::move(me);
  it_ = make_aggregate(me_.subject);
  kept_ = std::make_shared<kept_outboxes>(
      [env = env_, kind = std::string{it_->kind()}, subject = me_.subject](uint64_t version) {
        env->records.mark_published(kind, subject, version);
      });
  ++env_->counters.nodes_in_memory;
  return {
      [this](const local<runtime::handle>& x) { take(x->message); },
      [this](const local<runtime::loaded>& x) { on_loaded(x->record); },
      [this](const local<runtime::committed>& x) { on_committed(x->version); },
      [this](const local<runtime::published>& x) { on_published(*x); },
      [this](const local<runtime::publish_again>& x) {
        if (x->round == round_) publish_one(x->index);
      },
      [this](const local<runtime::load_again>&) { load(); },
      [this](const local<runtime::admitted>& x) { on_admitted(*x); },
      [this](const local<runtime::leave>&) { leave(); },
  };
}

void aggregate_state::take(inbound_ptr message) {
  if (phase_ == phase::pausing && !message->reply_to.empty())
    return turn_away(*message, paused_for_);
  queue_.push_back(std::move(message));
  proceed();
}

void aggregate_state::proceed() {
  while (phase_ == phase::idle && !queue_.empty()) {
    // A create goes straight to the store, which knows whether it is new.
    if (!known_ && !it_->is_begun_by(*queue_.front())) return load();
    handle_front();
  }
}

// -- load -----------------------------------------------------------------------------------------

void aggregate_state::load() {
  // If the last commit is in doubt, this load only tests whether the store answers; waiting clients
  // are answered if it does not.
  loads_in_doubt_ = doubted_epoch_ == me_.lease->epoch.load();
  if (!loads_in_doubt_) doubted_epoch_.reset();
  phase_ = phase::loading;
  env_->records.load(std::string{it_->kind()}, me_.subject,
                     [aggregate_actor = runtime::aggregate_actor{self_}](result<stored> record) {
                       caf::anon_send(aggregate_actor, local{runtime::loaded{std::move(record)}});
                     });
}

void aggregate_state::forget() {
  known_ = false;
  it_->forget();
  change_.reset();
  version_ = 0;
}

void aggregate_state::on_loaded(const result<stored>& record) {
  if (!record && record.error().code != error_code::not_found) return store_failed(record.error());
  if (loads_in_doubt_) {
    ask_for_new_epoch();
    return pause(paused_for_);
  }
  version_ = record ? record->version : 0;
  const auto text = record && !record->erased ? record->snapshot : std::string{};
  if (const auto restored = read_record(text); !restored) return on_damaged(restored.error());
  known_ = true;
  damaged_ = false;
  publish(record ? unpublished_of(*record, me_.subject) : std::vector<outgoing>{});
}

/// Answers waiting clients at once and drops their requests: a request that was answered with 503
/// must not be carried out later.
void aggregate_state::store_failed(const failure& why) {
  bool in_doubt = std::exchange(commit_in_doubt_, std::nullopt).has_value();
  for (auto it = queue_.begin(); it != queue_.end();) {
    auto text = why;
    if (std::exchange(in_doubt, false))  // of the front's commit
      text.message += " It is not known whether the request was carried out.";
    if ((*it)->reply_to.empty()) {
      ++it;
      continue;
    }
    turn_away(**it, std::move(text));
    it = queue_.erase(it);
  }
  pause(why);
}

void aggregate_state::turn_away(const inbound& message, failure why) {
  answer(*env_, message, {std::move(why), {}});
  acknowledge(*env_, message);
  self_->send(me_.shard, local{runtime::finished{me_.subject, me_.number}});
}

/// Messages without waiting clients stay in the queue and are not retried at once, because the
/// store has other requests to answer. The log reports the cause once. If the queue was empty, the
/// next message may try.
void aggregate_state::pause(const failure& why) {
  if (queue_.empty()) {
    phase_ = phase::idle;
    return;
  }
  phase_ = phase::pausing;
  paused_for_ = why;
  if (!pauses_) pauses_.emplace(store_retry_min, store_retry_max);
  self_->delayed_send(self_, pauses_->next(), local{runtime::load_again{}});
}

// -- decide ---------------------------------------------------------------------------------------

void aggregate_state::ask_whether_to_handle() {
  phase_ = phase::asking;
  const auto& id = queue_.front()->id;
  if (const auto typed_actor = caf::actor_cast<runtime::suspects_actor>(env_->suspects))
    self_->send(typed_actor,
                local{runtime::message_redelivered{id, runtime::aggregate_actor{self_}}});
}

void aggregate_state::on_admitted(const runtime::admitted& admitted) {
  if (phase_ != phase::asking || queue_.empty() || queue_.front()->id != admitted.id) return;
  if (!admitted.verdict) return store_failed(admitted.verdict.error());
  phase_ = phase::idle;
  queue_.front()->admitted = *admitted.verdict;
  if (!*admitted.verdict) dead_letter_front("It crashed several processes that handled it.");
  proceed();
}

void aggregate_state::dead_letter_front(const std::string& why) {
  dead_letter(*env_, *queue_.front(), why);
  queue_.pop_front();
  self_->send(me_.shard, local{runtime::finished{me_.subject, me_.number}});
  phase_ = phase::idle;
}

void aggregate_state::handle_front() {
  const auto message = queue_.front();
  if (message->redelivered && !message->admitted) return ask_whether_to_handle();
  auto in_doubt = std::exchange(commit_in_doubt_, std::nullopt);
  traced_.drop();
  if (tracing::records(message->trace))
    traced_.begin(*message, it_->step_in_progress(), env_->time);
  if (!in_doubt && has_expired(*message, env_->time.now()))
    return reject_front(
        {error_code::timeout, "The request has expired; its client no longer waits for it."});
  try {
    apply(*message, std::move(in_doubt).value_or(decision_reports{}));
  } catch (const std::exception& e) {  // a bug must not take the node down
    change_.reset();
    dead_letter_front(e.what());
  }
}

void aggregate_state::apply(const inbound& message, decision_reports in_doubt) {
  auto ctx = env_->decide_context(me_.lease->epoch);
  ctx.reply_to = message.reply_to;
  ctx.correlation_id = message.correlation_id;
  ctx.user = message.user;
  ctx.request_id = message.request_id;
  ctx.trace = message.trace;
  ctx.taken_macs = message.taken_macs;
  ctx.sent = message.sent;
  ctx.expires = message.expires;
  ctx.seen = message.seen;
  const auto token = random_token();
  ctx.fresh_token = token;
  auto x = it_->propose(message, ctx, {env_->policy->shards, version_, env_->runtime.decision_log});
  if (x.duplicate) {
    ++env_->counters.duplicates;
    tell(std::move(in_doubt));
    traced_.drop();
  }
  if (x.changed) return save(std::move(x));
  traced_.end(env_->time, x.answer.refused);
  answer(*env_, message, x.answer);
  if (x.messages.empty()) return finish_front();
  change_ = change{};
  publish(std::move(x.messages), false);
}

void aggregate_state::reject_front(failure why) {
  traced_.end(env_->time, why);
  answer(*env_, *queue_.front(), {std::move(why), {}});
  finish_front();
}

// -- the end ------------------------------------------------------------------------------------

void aggregate_state::finish_front() {
  failpoint("before_ack");
  acknowledge(*env_, *queue_.front());
  queue_.pop_front();
  phase_ = phase::idle;
  pauses_.reset();
  self_->send(me_.shard,
              local{runtime::finished{me_.subject, me_.number, known_, it_->next_deadline()}});
}

void aggregate_state::leave() {
  for (const auto& message : queue_) requeue(*env_, *message);
  queue_.clear();
  self_->quit();
}

runtime::aggregate_actor::behavior_type aggregate_behavior(aggregate_state::pointer self,
                                                           std::shared_ptr<environment> env,
                                                           aggregate_identity me) {
  return self->state.start(std::move(env), std::move(me));
}

}  // namespace ironbus
