#include "actors/runtime/webhooks/webhook_actor.hpp"

#include "actors/runtime/webhooks/webhook_share.hpp"
#include "messages/base/host_source.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/record.hpp"
#include "messages/platform/log.hpp"
#include "messages/wire/record_commands.hpp"
#include "messages/wire/routing.hpp"

#include <caf/all.hpp>

#include <algorithm>

namespace ironbus {

using runtime::local;

namespace {

constexpr std::chrono::seconds between_looks_at_webhooks{2};
constexpr std::chrono::milliseconds between_looks_at_log{250};

/// After 6 s without a renewal other processes take over.
constexpr std::chrono::seconds alive_for{4};

/// More than the limit of webhooks: a webhook that is not listed was deleted.
constexpr size_t webhooks_listed_max = 1000;

constexpr int disabling_version = 1;

}  // namespace

runtime::webhook_actor::behavior_type webhook_state::start(std::shared_ptr<environment> env) {
  env_ = std::move(env);
  around_.emplace(dispatcher_context{
      env_->records, *env_->receivers, env_->time, env_->runtime.webhooks,
      env_->runtime.name + "/" + random_token(), later(),
      [this](std::chrono::milliseconds pause, std::function<void()> rest) {
        self_->delayed_send(self_, pause, local{runtime::answered{std::move(rest)}});
      },
      [this] { return may_act(); }, [this](const std::string& uuid) { disable(uuid); }, metrics_});
  self_->send(self_, local{runtime::look_at_webhooks{}});
  self_->send(self_, local{runtime::look_at_log{}});
  return {
      [this](const local<runtime::look_at_webhooks>&) { look(); },
      [this](const local<runtime::look_at_log>&) { look_at_log(); },
      [](const local<runtime::answered>& x) { x->rest(); },
  };
}

std::function<void(std::function<void()>)> webhook_state::later() const {
  return [me = runtime::webhook_actor{self_}](std::function<void()> rest) {
    caf::anon_send(me, local{runtime::answered{std::move(rest)}});
  };
}

template <class T>
store_callback<T> webhook_state::then(void (webhook_state::*part)(result<T>)) {
  return [this, later = later(), part](result<T> given) {
    later([this, part, given = std::move(given)]() mutable { (this->*part)(std::move(given)); });
  };
}

// -- members --------------------------------------------------------------------------------------

void webhook_state::look() {
  self_->delayed_send(self_, between_looks_at_webhooks, local{runtime::look_at_webhooks{}});
  std::erase_if(dispatchers_, [](const auto& row) { return row.second->has_ended(); });
  if (std::exchange(looks_, true)) return;
  look_began_ = host_source::current().boot_now();
  env_->records.members(then(&webhook_state::members_read));
}

void webhook_state::members_read(result<std::vector<member>> members) {
  looks_ = false;
  if (!members) return;
  note_members(*members);
  looks_ = true;
  query rows;
  rows.collection = webhook_delivery_collection;
  rows.limit = webhooks_listed_max;
  env_->records.list(std::move(rows), then(&webhook_state::deliveries_listed));
}

void webhook_state::note_members(const std::vector<member>& members) {
  members_ = dispatchers_among(members);
  const bool is_there =
      std::find(members_.begin(), members_.end(), env_->runtime.name) != members_.end();
  if (is_there)
    seen_alive_ = look_began_;
  else
    seen_alive_.reset();
}

bool webhook_state::may_act() const {
  return seen_alive_ && host_source::current().boot_now() - *seen_alive_ < alive_for;
}

bool webhook_state::is_mine(const std::string& uuid) const {
  return dispatcher_for(uuid, members_) == env_->runtime.name;
}

bool webhook_state::is_gone(const std::string& owner) const {
  const auto name = name_in_owner(owner);
  return name == env_->runtime.name ||
         std::find(members_.begin(), members_.end(), name) == members_.end();
}

// -- webhooks -------------------------------------------------------------------------------------

/// Listed before the webhooks: a delivery whose webhook is not listed afterwards belongs to a
/// deleted one.
void webhook_state::deliveries_listed(result<std::vector<listed>> rows) {
  looks_ = false;
  if (!rows) return;
  known_.clear();
  for (const auto& row : *rows) known_.push_back(row.id);
  looks_ = true;
  query page;
  page.collection = find_record_type(webhook_type)->collection;
  page.limit = webhooks_listed_max;
  env_->records.list(std::move(page), then(&webhook_state::webhooks_listed));
}

void webhook_state::webhooks_listed(result<std::vector<listed>> rows) {
  looks_ = false;
  if (!rows) return;
  std::vector<webhook> all;
  for (const auto& row : *rows)
    if (const auto attributes = parse_own_json(row.summary))
      all.push_back(read_webhook(*attributes));
  forget_removed(all);
  const auto most = env_->policy->webhooks.webhooks_max;
  if (all.size() > most) {
    log::warn("there are more webhooks than webhooks.max_webhooks; the newest receive no events",
              {{log_key::count, std::to_string(all.size())}});
    all.resize(most);
  }
  serve(std::move(all));
}

void webhook_state::serve(std::vector<webhook> all) {
  std::map<std::string, std::shared_ptr<webhook_dispatcher>> left = dispatchers_;
  for (auto& one : all) {
    if (!is_mine(one.uuid)) continue;
    left.erase(one.uuid);
    auto& dispatcher = dispatchers_[one.uuid];
    if (dispatcher) {
      dispatcher->take(std::move(one));
      continue;
    }
    dispatcher = std::make_shared<webhook_dispatcher>(*around_, std::move(one));
    dispatcher->start([this](const std::string& owner) { return is_gone(owner); });
  }
  for (const auto& [uuid, dispatcher] : left) dispatcher->leave();
}

void webhook_state::forget_removed(const std::vector<webhook>& all) {
  for (const auto& uuid : known_) {
    const bool is_there =
        std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.uuid == uuid; });
    if (!is_there && is_mine(uuid) && !dispatchers_.contains(uuid)) erase(uuid);
  }
}

void webhook_state::erase(const std::string& uuid) {
  const std::string kind{webhook_delivery_aggregate};
  env_->records.load(kind, uuid, [env = env_, kind, uuid](const result<stored>& found) {
    if (!found || found->erased) return;
    commit end;
    end.aggregate = kind;
    end.id = uuid;
    end.expected_version = found->version;
    end.erase = true;
    env->records.apply(std::move(end), [env, kind, uuid](const commit_result& version) {
      if (version) env->records.mark_published(kind, uuid, *version);
    });
  });
}

/// As an operator would do it: the change is in the record and in an event.
void webhook_state::disable(const std::string& uuid) {
  const auto subject = record_subject(webhook_type, uuid);
  update_record change{{{"replace", "/enabled", false}}, disabling_version};
  const auto head = envelop(record_command{std::move(change)}, random_uuid(), subject,
                            "/ironbus/conductor/" + env_->runtime.name, env_->time.now());
  const auto shard = routing::shard_of(subject, env_->policy->shards);
  env_->messages.publish({.exchange = std::string{routing::node_exchange},
                          .routing_key = routing::shard_key(shard),
                          .id = head.id,
                          .body = encode_envelope(head)},
                         {}, true);
}

// -- the log --------------------------------------------------------------------------------------

void webhook_state::look_at_log() {
  self_->delayed_send(self_, between_looks_at_log, local{runtime::look_at_log{}});
  if (dispatchers_.empty() || std::exchange(reads_log_, true)) return;
  env_->records.read_events({newest_, {}, 1}, then(&webhook_state::log_read));
}

void webhook_state::log_read(result<event_page> page) {
  reads_log_ = false;
  if (!page) return;
  newest_ = page->newest;
  for (const auto& [uuid, dispatcher] : dispatchers_) dispatcher->note_end(page->log, newest_);
}

runtime::webhook_actor::behavior_type webhook_behavior(webhook_state::pointer self,
                                                       std::shared_ptr<environment> env) {
  return self->state.start(std::move(env));
}

}  // namespace ironbus
