#include "actors/runtime/watch_actor.hpp"

#include "messages/base/uuid.hpp"
#include "messages/wire/commands.hpp"
#include "messages/wire/routing.hpp"

#include <caf/all.hpp>
#include <malloc.h>

#include <algorithm>

namespace ironbus {

using runtime::local;

namespace {

/// So many nodes must have left memory before pages are returned to the system.
constexpr uint64_t trim_after = 1000;

}  // namespace

void check_shard(environment& env, uint32_t shard) {
  envelope head;
  head.id = random_uuid();
  head.type = shard_check_type;
  head.source = "/ironbus/conductor/" + env.runtime.name;
  head.time = env.time.now();
  head.data = json{{"shard", shard}};
  env.messages.publish({.exchange = std::string{routing::node_exchange},
                        .routing_key = routing::shard_key(shard),
                        .id = head.id,
                        .body = encode_envelope(head),
                        .durable = false},
                       {}, true);
}

runtime::watch_actor::behavior_type watch_state::start(std::shared_ptr<environment> env) {
  env_ = std::move(env);
  places_.emplace(boot_watch::clock::now(), env_->runtime.name);
  check();
  return {
      [this](const local<runtime::check>& x) {
        if (x->generation == generation_) check();
      },
      [this](const local<runtime::connected>&) {
        members_.ask_for_check();
        check();
      },
      [this](const local<runtime::members_read>& x) {
        if (x->members) {
          env_->served = groups_.take(*x->members, group_watch::clock::now());
          places_->take(*x->members, boot_watch::clock::now());
          search_lost_locations();
        }
        if (members_.take(x->members)) check();
      },
      [this](const local<runtime::lost_locations_read>& x) {
        for (const auto& lost : places_->found(x->nodes, boot_watch::clock::now())) tell(lost);
      },
  };
}

void watch_state::check() {
  self_->delayed_send(self_, env_->runtime.member_check_interval,
                      local{runtime::check{++generation_}});
  if (members_.take_check(member_watch::clock::now())) check_shards();
  return_memory();
  env_->records.members(
      [watch_actor = runtime::watch_actor{self_}](result<std::vector<member>> members) {
        caf::anon_send(watch_actor, local{runtime::members_read{std::move(members)}});
      });
}

void watch_state::check_shards() {
  for (uint32_t i = 0; i < env_->policy->shards; ++i) check_shard(*env_, i);
}

void watch_state::search_lost_locations() {
  auto question = places_->due(boot_watch::clock::now());
  if (!question) return;
  env_->records.list(std::move(*question), [watch_actor = runtime::watch_actor{self_}](
                                               result<std::vector<listed>> nodes) {
    caf::anon_send(watch_actor, local{runtime::lost_locations_read{std::move(nodes)}});
  });
}

/// A lost command is repeated.
void watch_state::tell(const boot_watch::order& lost) {
  const auto& [node, order] = lost;
  const auto letter = envelop(order, random_uuid(), node,
                              "/ironbus/conductor/" + env_->runtime.name, env_->time.now());
  const auto shard = routing::shard_of(node, env_->policy->shards);
  env_->messages.publish({.exchange = std::string{routing::node_exchange},
                          .routing_key = routing::shard_key(shard),
                          .id = letter.id,
                          .body = encode_envelope(letter),
                          .durable = false},
                         {}, true);
}

/// The allocator keeps the memory of passivated nodes until this call releases it.
void watch_state::return_memory() {
  const auto nodes = static_cast<uint64_t>(env_->counters.nodes_in_memory);
  nodes_peak_ = std::max(nodes_peak_, nodes);
  if (nodes_peak_ - nodes < trim_after) return;
  nodes_peak_ = nodes;
  ::malloc_trim(0);
}

runtime::watch_actor::behavior_type watch_behavior(watch_state::pointer self,
                                                   std::shared_ptr<environment> env) {
  return self->state.start(std::move(env));
}

}  // namespace ironbus
