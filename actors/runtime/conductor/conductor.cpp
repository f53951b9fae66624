#include "actors/runtime/conductor/conductor.hpp"

#include "actors/runtime/conductor/shard_actor.hpp"
#include "actors/runtime/durations/duration_actor.hpp"
#include "actors/runtime/event_trim_actor.hpp"
#include "actors/runtime/scheduling.hpp"
#include "actors/runtime/suspects_actor.hpp"
#include "actors/runtime/watch_actor.hpp"
#include "actors/runtime/webhooks/webhook_actor.hpp"

#include <caf/all.hpp>

namespace ironbus {

using runtime::local;

class conductor::impl {
public:
  impl(bus& messages, store& records, const driver_catalog& drivers,
       const inspection::engine& inspecting, const clock& time, policy_ptr policy,
       conductor_options options, runtime_options runtime, webhook_sender* receivers)
      : env_(std::make_shared<environment>(messages, records, drivers, inspecting, time,
                                           std::move(policy), std::move(options),
                                           std::move(runtime), receivers)),
        system_(runtime::configure(config_, env_->runtime.threads)) {}

  ~impl() { stop(); }

  void start() {
    suspects_ =
        system_.spawn(suspects_behavior, &env_->records, env_->runtime.name + "/" + random_uuid());
    env_->suspects = caf::actor_cast<caf::actor_addr>(suspects_);
    durations_ = system_.spawn(duration_behavior, env_);  // first, because decisions use its data
    for (uint32_t i = 0; i < env_->policy->shards; ++i)
      shards_.push_back(system_.spawn(shard_behavior, env_, i));
    for (uint32_t i = 0; i < env_->policy->shards; ++i) subscribe(i);
    watch_ = system_.spawn(watch_behavior, env_);
    trimmer_ = system_.spawn(event_trim_behavior, env_);
    if (env_->receivers != nullptr) webhooks_ = system_.spawn(webhook_behavior, env_);
    watch_connection();
    watch_store();
  }

  void stop() {
    if (std::exchange(stopped_, true) || shards_.empty()) return;
    caf::anon_send_exit(watch_, caf::exit_reason::kill);
    caf::anon_send_exit(trimmer_, caf::exit_reason::kill);
    caf::anon_send_exit(durations_, caf::exit_reason::kill);
    if (webhooks_) caf::anon_send_exit(webhooks_, caf::exit_reason::kill);
    for (uint32_t i = 0; i < shards_.size(); ++i)
      env_->messages.unsubscribe(routing::shard_queue(i));
    // Waits until the received messages are handled, so that they need not be delivered again.
    env_->counters.in_work.await_none(env_->runtime.drain_limit);
    for (auto& x : shards_) caf::anon_send_exit(x, caf::exit_reason::kill);
    caf::anon_send(suspects_, local{runtime::leave{}});
  }

  const conductor_counters& counters() const { return env_->counters; }
  caf::scheduler::abstract_coordinator& scheduler() { return system_.scheduler(); }

private:
  void subscribe(uint32_t index) {
    subscription x;
    x.queue = routing::shard_queue(index);
    x.exchange = routing::node_exchange;
    x.bindings = {routing::shard_key(index)};
    x.single_active = true;
    x.prefetch = env_->runtime.prefetch;
    env_->messages.subscribe(std::move(x), [env = env_, receiver = shards_[index]](delivery d) {
      ++env->counters.in_work;
      caf::anon_send(receiver,
                     local{runtime::delivered{std::make_shared<const delivery>(std::move(d))}});
    });
  }

  /// Bus and store keep callbacks for ever: these must not keep the actors alive.
  std::vector<caf::actor_addr> shard_addresses() const {
    std::vector<caf::actor_addr> out;
    for (const auto& x : shards_) out.push_back(caf::actor_cast<caf::actor_addr>(x));
    return out;
  }

  void watch_store() {
    env_->records.on_restart([shards = shard_addresses()](const store_restart&) {
      for (const auto& shard : shards)
        if (const auto receiver = caf::actor_cast<runtime::shard_actor>(shard))
          caf::anon_send(receiver, local{runtime::store_restarted{}});
    });
  }

  void watch_connection() {
    env_->messages.on_state(
        [shards = shard_addresses(), watch = caf::actor_cast<caf::actor_addr>(watch_)](
            bus_state state, const std::string&) {
          if (state == bus_state::connecting)
            for (const auto& shard : shards)
              if (const auto typed_actor = caf::actor_cast<runtime::shard_actor>(shard))
                caf::anon_send(typed_actor, local{runtime::disconnected{}});
          if (state != bus_state::connected) return;
          // The broker may have assigned shards to other conductors.
          if (const auto receiver = caf::actor_cast<runtime::watch_actor>(watch))
            caf::anon_send(receiver, local{runtime::connected{}});
        });
  }

  std::shared_ptr<environment> env_;
  caf::actor_system_config config_;
  caf::actor_system system_;
  std::vector<runtime::shard_actor> shards_;
  runtime::watch_actor watch_;
  runtime::event_trim_actor trimmer_;
  runtime::duration_actor durations_;
  runtime::webhook_actor webhooks_;  ///< None without webhooks.
  runtime::suspects_actor suspects_;
  bool stopped_ = false;
};

conductor::conductor(bus& messages, store& records, const driver_catalog& drivers,
                     const inspection::engine& inspecting, const clock& time, policy_ptr policy,
                     conductor_options options, runtime_options runtime, webhook_sender* receivers)
    : impl_(std::make_unique<impl>(messages, records, drivers, inspecting, time, std::move(policy),
                                   std::move(options), std::move(runtime), receivers)) {}

conductor::~conductor() = default;

void conductor::start() { impl_->start(); }

void conductor::stop() { impl_->stop(); }

const conductor_counters& conductor::counters() const { return impl_->counters(); }

caf::scheduler::abstract_coordinator& conductor::scheduler() { return impl_->scheduler(); }

}  // namespace ironbus
