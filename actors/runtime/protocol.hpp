#pragma once

#include "actors/runtime/actor_messages.hpp"
#include "actors/runtime/local.hpp"
#include "messages/ports/event_log.hpp"
#include "messages/ports/step_claims.hpp"

#include <caf/typed_actor.hpp>

#include <functional>
#include <string>

// The actors of this folder and all messages they receive. Callbacks on threads of the store and
// the bus become messages, so that only an actor's own handlers touch its state: no thread, no
// condition variable, no lock, and time passes as a delayed message. Two classes have a lock:
// kept_outboxes, which outlives its actor, and deliveries_in_work, because the thread that ends the
// conductor waits for it. conductor and rule_follower spawn and end the actors.

namespace ironbus::runtime {

template <class... Messages>
using actor_taking = caf::typed_actor<caf::reacts_to<local<Messages>>...>;

/// AGGREGATE: owns one node or record and handles its messages one after the other: load, decide,
/// commit, publish, ack (aggregate_actor.hpp).
using aggregate_actor =
    actor_taking<handle, leave, loaded, committed, published, publish_again, load_again, admitted>;

/// SHARD: passes the messages of one queue to their aggregates, and owns these, their deadlines and
/// their power sync (shard_actor.hpp).
using shard_actor = actor_taking<delivered, acquired, attention_found, made, finished, fenced,
                                 in_doubt, disconnected, store_restarted, deadline_tick,
                                 passivation_tick, acquire_again, power_sync_tick, power_sync_page>;

/// An aggregate is about to handle a message that was delivered again; `who` receives `admitted`.
struct message_redelivered {
  std::string id;
  aggregate_actor who;
};
/// The decision about the message is committed: other messages may have their turn.
struct decided {
  std::string id;
};
/// The message was handled, or returned.
struct ended {
  std::string id;
};
struct note_made {
  std::string id;
  result<step_claim> found;
};

/// Checks messages that were delivered again: previous processes may have crashed while handling
/// them (suspects_actor.hpp). `leave` ends it after all earlier messages.
using suspects_actor = actor_taking<message_redelivered, decided, ended, note_made, leave>;

/// The bus has a connection again; deliveries in between are unknown.
struct connected {};
/// Time for a check; checks of earlier generations are ignored.
struct check {
  uint64_t generation = 0;
};
struct members_read {
  result<std::vector<member>> members;
};
/// Nodes whose boot file location is lost.
struct lost_locations_read {
  result<std::vector<listed>> nodes;
};

/// Watches the other processes. When one has left, it has the shards checked and lost boot files
/// rebuilt (watch_actor.hpp).
using watch_actor = actor_taking<check, connected, members_read, lost_locations_read>;

/// An event: a record was created, changed or deleted.
struct record_changed {
  std::string subject;
};
struct record_read {
  std::string subject;
  result<stored> record;
};
struct page_read {
  result<std::vector<listed>> rows;
};

/// Keeps the inspection rules of this process equal to those of the store (rule_follower.hpp).
using rule_actor =
    actor_taking<check, connected, store_restarted, record_changed, record_read, page_read>;

/// Time to delete old events.
struct trim_events {};
struct events_trimmed {
  result<trimmed_events> outcome;
};
struct log_measured {
  result<event_page> log;
};

/// Keeps the event log within its limits (event_trim_actor.hpp).
using event_trim_actor = actor_taking<trim_events, events_trimmed, log_measured>;

/// Time to learn how long steps take.
struct learn_durations {};
/// The store has answered; contains the continuation.
struct answered {
  std::function<void()> rest;
};

/// Learns how long steps take (durations/duration_actor.hpp).
using duration_actor = actor_taking<learn_durations, answered>;

/// Time to check members and webhooks.
struct look_at_webhooks {};
/// Time to check the end of the event log.
struct look_at_log {};

/// Delivers events to webhooks (webhooks/webhook_actor.hpp).
using webhook_actor = actor_taking<look_at_webhooks, look_at_log, answered>;

}  // namespace ironbus::runtime
