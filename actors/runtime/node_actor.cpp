#include "actors/runtime/node_actor.hpp"

#include "actors/node/save.hpp"
#include "messages/failpoint.hpp"

#include <caf/all.hpp>

namespace ironbus {

namespace {

constexpr std::string_view aggregate = "node";
constexpr std::chrono::milliseconds store_retry{500};
constexpr std::chrono::milliseconds publish_retry{1000};

bool is_create(const inbound& x) {
  const auto* order = std::get_if<command>(&x.what);
  return order != nullptr && std::holds_alternative<create_node>(*order);
}

}  // namespace

node_state::node_state(caf::stateful_actor<node_state>* self) : self_(self) {}

node_state::~node_state() {
  if (env_) --env_->nodes_in_memory;
}

caf::behavior node_state::start(std::shared_ptr<environment> env, node_identity me) {
  env_ = std::move(env);
  me_ = std::move(me);
  ++env_->nodes_in_memory;
  return {
      [this](const runtime::handle& x) { take(x.message); },
      [this](const runtime::loaded& x) { on_loaded(x.record); },
      [this](const runtime::committed& x) { on_committed(x.version); },
      [this](const runtime::published& x) { on_published(x); },
      [this](const runtime::publish_again& x) {
        if (x.round == round_) publish_one(x.index);
      },
      [this](runtime::load_again) { load(); },
      [this](runtime::leave) { leave(); },
  };
}

void node_state::take(inbound_ptr message) {
  queue_.push_back(std::move(message));
  proceed();
}

void node_state::proceed() {
  while (phase_ == phase::idle && !queue_.empty()) {
    // A create goes straight to the store, which knows whether the node is new.
    if (!known_ && !is_create(*queue_.front())) return load();
    handle_front();
  }
}

// -- load -----------------------------------------------------------------------------------------

void node_state::load() {
  phase_ = phase::loading;
  env_->records.load(std::string{aggregate}, me_.uuid,
                     [to = caf::actor_cast<caf::actor>(self_)](result<stored> record) {
                       caf::anon_send(to, runtime::loaded{std::move(record)});
                     });
}

void node_state::reload() {
  known_ = false;
  snapshot_.reset();
  change_.reset();
  version_ = 0;
  load();
}

void node_state::on_loaded(const result<stored>& record) {
  if (!record && record.error().code != error_code::not_found) return load_failed(record.error());
  snapshot_.reset();
  version_ = record ? record->version : 0;
  if (record && !record->erased) {
    auto decoded = decode_snapshot(record->snapshot);
    if (!decoded) return load_failed(decoded.error());
    snapshot_ = std::move(*decoded);
  }
  known_ = true;
  std::vector<outgoing> unpublished;
  if (record)
    for (const auto& entry : record->outbox)
      if (auto message = decode_outgoing(entry)) unpublished.push_back(std::move(*message));
  publish(std::move(unpublished));  // a predecessor may have died before it could
}

/// Those who wait are told at once, and what they asked for is dropped: a request that was answered
/// with 503 must not be carried out later.
void node_state::load_failed(const failure& why) {
  bool in_doubt = std::exchange(commit_in_doubt_, false);
  for (auto it = queue_.begin(); it != queue_.end();) {
    auto text = why;
    if (std::exchange(in_doubt, false))  // of the front's commit
      text.message += " It is not known whether the request was carried out.";
    if ((*it)->reply_to.empty()) {
      ++it;
      continue;
    }
    answer(*env_, **it, {std::move(text), {}});
    settle(*env_, **it);
    self_->send(me_.shard, runtime::finished{me_.uuid, me_.number, {}});
    it = queue_.erase(it);
  }
  self_->delayed_send(self_, store_retry, runtime::load_again{});
}

// -- decide ---------------------------------------------------------------------------------------

void node_state::handle_front() {
  const auto message = queue_.front();
  const bool in_doubt = std::exchange(commit_in_doubt_, false);
  if (!in_doubt && has_expired(*message, env_->time.now()))
    return refuse_front({error_code::timeout, "Nobody waits for this request any more."});
  try {
    apply(*message);
  } catch (const std::exception& e) {  // a defect of ours must not take the node down
    change_.reset();
    dead_letter(*env_, *message, e.what());
    queue_.pop_front();
    self_->send(me_.shard, runtime::finished{me_.uuid, me_.number, {}});
    phase_ = phase::idle;
  }
}

void node_state::apply(const inbound& message) {
  const auto ctx = env_->decide_context();
  auto d = decide(snapshot_ ? &*snapshot_ : nullptr, me_.uuid, message.id, message.what, ctx);
  if (d.duplicate) ++env_->duplicates;
  if (d.answer.refused || !d.changed) {
    answer(*env_, message, d.answer);
    return finish_front();
  }
  save(std::move(d));
}

void node_state::refuse_front(failure why) {
  answer(*env_, *queue_.front(), {std::move(why), {}});
  finish_front();
}

// -- commit ---------------------------------------------------------------------------------------

void node_state::save(decision d) {
  phase_ = phase::committing;
  auto x = make_commit(snapshot_ ? &*snapshot_ : nullptr, d, env_->options.shards);
  x.expected_version = version_;
  x.epoch = me_.lease->epoch;
  change_ = change{std::move(d.next), d.erased, std::move(d.answer), d.messages()};
  failpoint("before_commit");
  env_->records.apply(std::move(x),
                      [to = caf::actor_cast<caf::actor>(self_)](result<uint64_t> version) {
                        caf::anon_send(to, runtime::committed{std::move(version)});
                      });
}

void node_state::on_committed(const result<uint64_t>& version) {
  if (!version) return commit_failed(version.error());
  failpoint("after_commit");
  ++env_->commits;
  version_ = *version;
  known_ = true;
  if (change_->erased)
    snapshot_.reset();
  else
    snapshot_ = std::move(change_->next);
  answer(*env_, *queue_.front(), change_->answer);  // it holds: whoever waits may know
  publish(std::move(change_->messages));
}

void node_state::commit_failed(const failure& why) {
  change_.reset();
  phase_ = phase::idle;
  switch (why.code) {
    case error_code::conflict: refuse_front(duplicate_of(why.message)); return proceed();
    case error_code::fenced:
      ++env_->stale_commits;
      self_->send(me_.shard, runtime::fenced{me_.lease->epoch});
      return leave();
    case error_code::unavailable:  // it may hold or not; what the store says when it is back
                                   // decides
      commit_in_doubt_ = true;
      return reload();
    default: ++env_->stale_commits; return reload();
  }
}

// -- publish --------------------------------------------------------------------------------------

void node_state::publish(std::vector<outgoing> messages) {
  phase_ = phase::publishing;
  ++round_;
  outbox_ = std::move(messages);
  unconfirmed_ = outbox_.size();
  for (size_t i = 0; i < outbox_.size(); ++i) publish_one(i);
  failpoint("after_publish");
  if (outbox_.empty()) all_published();
}

void node_state::publish_one(size_t index) {
  auto done = [to = caf::actor_cast<caf::actor>(self_), round = round_,
               index](result<std::monostate> outcome) {
    caf::anon_send(to, runtime::published{round, index, std::move(outcome)});
  };
  env_->messages.publish(outbox_[index], std::move(done));
}

void node_state::on_published(const runtime::published& x) {
  if (x.round != round_) return;
  if (!x.outcome)  // no worker's queue is there yet: it stays owed
    return self_->delayed_send(self_, publish_retry, runtime::publish_again{x.round, x.index});
  if (--unconfirmed_ == 0) all_published();
}

void node_state::all_published() {
  failpoint("after_confirm");
  if (!outbox_.empty()) env_->records.mark_published(std::string{aggregate}, me_.uuid, version_);
  outbox_.clear();
  phase_ = phase::idle;
  if (change_) {
    change_.reset();
    finish_front();
  }
  proceed();
}

void node_state::finish_front() {
  failpoint("before_ack");
  settle(*env_, *queue_.front());
  queue_.pop_front();
  phase_ = phase::idle;
  std::optional<timestamp> deadline;
  if (snapshot_) deadline = next_deadline(*snapshot_);
  self_->send(me_.shard, runtime::finished{me_.uuid, me_.number, deadline});
}

void node_state::leave() {
  for (const auto& message : queue_) give_back(*env_, *message);
  queue_.clear();
  self_->quit();
}

caf::behavior node(caf::stateful_actor<node_state>* self, std::shared_ptr<environment> env,
                   node_identity me) {
  return self->state.start(std::move(env), std::move(me));
}

}  // namespace ironbus
