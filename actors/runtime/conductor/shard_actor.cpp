#include "actors/runtime/conductor/shard_actor.hpp"

#include "actors/runtime/acknowledge.hpp"
#include "actors/runtime/aggregate/aggregate_actor.hpp"
#include "actors/runtime/conductor/power_sync.hpp"
#include "actors/runtime/conductor/sensor_sync.hpp"
#include "actors/runtime/watch_actor.hpp"
#include "messages/base/host_source.hpp"

#include <caf/all.hpp>

#include <algorithm>

namespace ironbus {

using runtime::local;

namespace {

using namespace std::chrono_literals;

/// The host's clock may be changed; this is the longest time until that is noticed.
constexpr std::chrono::microseconds clock_check_interval{5s};

/// Turns a callback of the ports into a message to the actor.
template <class Message>
auto as_message(runtime::shard_actor shard_actor) {
  return [receiver = std::move(shard_actor)](auto&& outcome) {
    caf::anon_send(receiver, local{Message{std::forward<decltype(outcome)>(outcome)}});
  };
}

}  // namespace

shard_state::shard_state(pointer self) : self_(self) {}

/// A callback that bus or store still hold would keep a node alive, and with it the actor system.
shard_state::~shard_state() {
  for (const auto& [subject, x] : aggregates_) caf::anon_send_exit(x.actor, caf::exit_reason::kill);
  if (env_) own(ownership::none);
}

runtime::shard_actor::behavior_type shard_state::start(std::shared_ptr<environment> env,
                                                       uint32_t shard) {
  env_ = std::move(env);
  lease_ = std::make_shared<shard_lease>();
  lease_->shard = shard;
  const auto interval = env_->runtime.sync_power_state_interval;
  // spread over the interval, so that the machines are not all asked at once
  if (interval.count() > 0)
    self_->delayed_send(self_,
                        std::chrono::milliseconds{interval} * (shard + 1) / env_->policy->shards,
                        local{runtime::power_sync_tick{}});
  return {
      [this](const local<runtime::delivered>& x) { on_delivery(*x->message); },
      [this](const local<runtime::acquired>& x) { on_acquired(*x); },
      [this](const local<runtime::attention_found>& x) { on_attention(*x); },
      [this](const local<runtime::made>& x) {
        if (owned_ == ownership::owned) route(x->message);
      },
      [this](const local<runtime::finished>& x) { on_finished(*x); },
      [this](const local<runtime::fenced>& x) { on_fenced(x->epoch); },
      [this](const local<runtime::in_doubt>& x) { on_doubt(*x); },
      [this](const local<runtime::disconnected>&) { on_disconnected(); },
      [this](const local<runtime::store_restarted>&) { on_store_restarted(); },
      [this](const local<runtime::deadline_tick>& x) { on_deadline_tick(x->generation); },
      [this](const local<runtime::passivation_tick>&) { passivate_idle(); },
      [this](const local<runtime::acquire_again>& x) {
        if (x->attempt == attempt_) acquire();
      },
      [this](const local<runtime::power_sync_tick>&) { survey({}); },
      [this](const local<runtime::power_sync_page>& x) { on_power_sync_page(x->nodes); },
  };
}

// -- deliveries -----------------------------------------------------------------------------------

void shard_state::on_delivery(const delivery& delivery) {
  if (owned_ == ownership::none) acquire();
  auto message = decode_inbound(delivery);
  if (!message) return on_other(delivery, message.error());
  if (!delivery.redelivered)  // the clocks of two hosts may differ
    env_->counters.queue_seconds.observe(
        std::max(env_->time.now() - (*message)->sent, std::chrono::microseconds{0}));
  if (owned_ == ownership::owned)
    route(std::move(*message));
  else
    stash_.push_back(std::move(*message));
}

/// A shard check, whose arrival is its only content, or an unreadable message.
void shard_state::on_other(const delivery& delivery, const failure& why) {
  const auto head = decode_envelope(delivery.body);
  inbound message;
  message.tag = delivery.tag;
  message.reply_to = delivery.reply_to;
  message.correlation_id = delivery.correlation_id;
  if (head) {
    message.id = head->id;
    message.subject = head->subject;
  }
  if (head && head->type == shard_check_type)
    acknowledge(*env_, message);
  else
    dead_letter(*env_, message, why.message);
}

void shard_state::route(inbound_ptr message) {
  auto& x = activate(message->subject);
  ++x.outstanding;
  x.last_active = steady_clock::now();
  self_->send(x.actor, local{runtime::handle{std::move(message)}});
}

shard_state::entry& shard_state::activate(const std::string& subject) {
  auto [place, fresh] = aggregates_.try_emplace(subject);
  if (fresh) {
    place->second.number = ++next_number_;
    place->second.actor = self_->spawn<caf::lazy_init>(
        aggregate_behavior, env_,
        aggregate_identity{subject, place->second.number, runtime::shard_actor{self_}, lease_});
  }
  if (!passivating_) {
    passivating_ = true;
    self_->delayed_send(self_, env_->runtime.passivate_after, local{runtime::passivation_tick{}});
  }
  return place->second;
}

void shard_state::on_finished(const runtime::finished& finished) {
  auto found = aggregates_.find(finished.subject);
  if (found == aggregates_.end() || found->second.number != finished.number) return;
  --found->second.outstanding;
  if (finished.decided) set_deadline(finished.subject, finished.deadline);
}

void shard_state::passivate_idle() {
  const auto now = steady_clock::now();
  for (auto found = aggregates_.begin(); found != aggregates_.end();) {
    const auto& x = found->second;
    if (x.outstanding == 0 && now - x.last_active >= env_->runtime.passivate_after) {
      self_->send(x.actor, local{runtime::leave{}});
      found = aggregates_.erase(found);
    } else {
      ++found;
    }
  }
  passivating_ = !aggregates_.empty();
  if (passivating_)
    self_->delayed_send(self_, env_->runtime.passivate_after, local{runtime::passivation_tick{}});
}

// -- deadlines ------------------------------------------------------------------------------------

void shard_state::set_deadline(const std::string& subject, std::optional<timestamp> moment) {
  deadlines_.set(subject, moment);
  arm_timer();
}

/// One timer for the earliest deadline. CAF cannot cancel timers; an outdated one is recognised by
/// its generation.
void shard_state::arm_timer() {
  const auto next = deadlines_.next();
  if (owned_ != ownership::owned || !next || (armed_for_ && *armed_for_ <= *next)) return;
  armed_for_ = next;
  const auto duration =
      std::clamp<std::chrono::microseconds>(*next - env_->time.now(), 0us, clock_check_interval);
  self_->delayed_send(self_, duration + std::chrono::milliseconds{1},
                      local{runtime::deadline_tick{++timer_generation_}});
}

void shard_state::on_deadline_tick(uint64_t generation) {
  if (generation != timer_generation_) return;
  armed_for_.reset();
  const auto now = env_->time.now();
  while (owned_ == ownership::owned) {
    const auto subject = deadlines_.take_due(now);
    if (!subject) break;
    route(make_deadline(*subject, now));
  }
  arm_timer();
}

// -- power sync -----------------------------------------------------------------------------------

void shard_state::survey(std::string marker) {
  if (marker.empty()) {
    self_->delayed_send(self_, env_->runtime.sync_power_state_interval,
                        local{runtime::power_sync_tick{}});
    if (owned_ != ownership::owned || surveying_) return;
    ++power_sync_number_;
  }
  surveying_ = true;
  env_->records.list(
      power_sync_query(lease_->shard, std::move(marker), env_->runtime.power_sync_size),
      as_message<runtime::power_sync_page>(runtime::shard_actor{self_}));
}

void shard_state::on_power_sync_page(const result<std::vector<listed>>& nodes) {
  surveying_ = false;
  if (!nodes || owned_ != ownership::owned) return;
  const auto source = "/ironbus/conductor/" + env_->runtime.name;
  const auto asked = make_power_sync_request({lease_->shard, power_sync_number_}, *nodes,
                                             env_->drivers, env_->options);
  for (auto& message : power_sync_messages(asked, source, env_->time.now()))
    env_->messages.publish(std::move(message), {}, true);
  for (auto& due :
       due_for_sensors({lease_->shard, power_sync_number_}, *nodes, env_->drivers, env_->runtime))
    route(make_order(std::move(due), sensor_order(), env_->time.now()));
  if (nodes->size() == env_->runtime.power_sync_size) survey(nodes->back().id);
}

runtime::shard_actor::behavior_type shard_behavior(shard_state::pointer self,
                                                   std::shared_ptr<environment> env,
                                                   uint32_t shard) {
  return self->state.start(std::move(env), shard);
}

}  // namespace ironbus
