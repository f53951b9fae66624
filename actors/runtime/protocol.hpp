#pragma once

#include "actors/runtime/actor_messages.hpp"
#include "actors/runtime/local.hpp"
#include "messages/ports/event_log.hpp"
#include "messages/ports/step_claims.hpp"

#include <caf/typed_actor.hpp>

#include <functional>
#include <string>

// Every actor of this folder: who it is, and all that it takes. What threads of the store's and the
// bus's call back becomes one of these messages, so that an actor's state is touched by its own
// handlers only: no thread, no condition variable, no lock, and time passes as a delayed message.
// (Two have a lock: kept_outboxes, which outlives its actor, and deliveries_in_work, which the
// thread that ends the conductor waits for.) Spawned by conductor and rule_follower,
// which end them.

namespace ironbus::runtime {

template <class... Messages>
using actor_taking = caf::typed_actor<caf::reacts_to<local<Messages>>...>;

/// AGGREGATE: owns one node or record and takes one message after the other through load, decide,
/// commit, publish, ack (aggregate_actor.hpp).
using aggregate_actor =
    actor_taking<handle, leave, loaded, committed, published, publish_again, load_again, admitted>;

/// SHARD: hands the messages of one queue to their aggregates, and owns these, their deadlines and
/// the survey of their machines' power (shard_actor.hpp).
using shard_actor = actor_taking<delivered, acquired, attention_found, made, finished, fenced,
                                 in_doubt, disconnected, store_restarted, deadline_tick,
                                 passivation_tick, acquire_again, survey_tick, survey_page>;

/// An aggregate is about to handle a message that came again; `who` is told `admitted`.
struct came_again {
  std::string id;
  aggregate_actor who;
};
/// What was decided for the message is safe: others may have their turn.
struct decided {
  std::string id;
};
/// The message was handled, or given back.
struct ended {
  std::string id;
};
struct note_made {
  std::string id;
  result<step_claim> found;
};

/// Judges messages that came again: whoever had them may have died of them
/// (suspects_actor.hpp). `leave` ends it once all before has been done.
using suspects_actor = actor_taking<came_again, decided, ended, note_made, leave>;

/// The bus has a connection again: what happened in between is not known.
struct connected {};
/// Time to look; one of an earlier generation has been overtaken.
struct check {
  uint64_t generation = 0;
};
struct members_read {
  result<std::vector<member>> members;
};
/// Nodes whose place for boot files is lost.
struct lost_places_read {
  result<std::vector<listed>> nodes;
};

/// Knows which other processes there are, notices when one has gone, and has the shards checked
/// then, and what is lost with it made anew (watch_actor.hpp).
using watch_actor = actor_taking<check, connected, members_read, lost_places_read>;

/// An event says that a record has begun, changed or ended.
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

/// Keeps the inspection rules of this process as the store's are (rule_follower.hpp).
using rule_actor =
    actor_taking<check, connected, store_restarted, record_changed, record_read, page_read>;

/// Time to forget old events.
struct trim_events {};
struct events_trimmed {
  result<trimmed_events> outcome;
};
struct log_measured {
  result<event_page> log;
};

/// Keeps the log of events within its bounds (event_trim_actor.hpp).
using event_trim_actor = actor_taking<trim_events, events_trimmed, log_measured>;

/// Time to learn how long steps take.
struct learn_durations {};
/// The store has answered; what is to be done with it.
struct answered {
  std::function<void()> rest;
};

/// Learns how long steps take (durations/duration_actor.hpp).
using duration_actor = actor_taking<learn_durations, answered>;

/// Time to look at who there is, and at webhooks.
struct look_at_webhooks {};
/// Time to look at where the log of events ends.
struct look_at_log {};

/// Delivers events to webhooks (webhooks/webhook_actor.hpp).
using webhook_actor = actor_taking<look_at_webhooks, look_at_log, answered>;

}  // namespace ironbus::runtime
