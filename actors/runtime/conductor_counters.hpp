#pragma once

#include "actors/runtime/deliveries_in_work.hpp"
#include "messages/platform/metrics.hpp"

namespace ironbus {

/// Counters of a conductor since its start; any thread may read them.
struct conductor_counters {
  metrics::counter messages{
      {"ironbus_conductor_messages_total", "Messages handled, of all kinds."}};
  metrics::counter duplicates{
      {"ironbus_conductor_duplicates_total", "Messages that were delivered again and ignored."}};
  metrics::counter commits{{"ironbus_conductor_commits_total", "Commits that the store accepted."}};
  metrics::gauge largest_snapshot{{"ironbus_conductor_largest_snapshot_bytes",
                                   "Size of the largest snapshot committed since the start."}};
  metrics::counter stale_commits{
      {"ironbus_conductor_stale_commits_total",
       "Commits rejected because of their version or epoch, then retried."}};
  metrics::counter resumed{{"ironbus_conductor_resumed_total",
                            "Nodes with running work taken over from another conductor."}};
  metrics::counter dead_lettered{
      {"ironbus_conductor_dead_lettered_total",
       "Messages moved to the dead letters because they cannot be handled."}};
  metrics::gauge nodes_in_memory{
      {"ironbus_conductor_nodes_in_memory", "Nodes and records with a running actor."}};
  metrics::gauge shards_owned{
      {"ironbus_conductor_shards_owned", "Shards whose messages this conductor handles."}};
  metrics::gauge log_newest{
      {"ironbus_event_log_newest_position", "Position of the newest entry of the event log."}};
  metrics::gauge log_oldest{
      {"ironbus_event_log_oldest_position", "Position after which the event log is complete."}};
  metrics::gauge log_bytes{
      {"ironbus_event_log_bytes", "Size of the event log, including decisions."}};
  metrics::gauge log_entries{{"ironbus_event_log_entries",
                              "Entries of the event log: events, and decisions if they are kept."}};
  deliveries_in_work in_work;
  metrics::histogram commit_seconds{
      {"ironbus_conductor_commit_seconds", "Time until the store accepts a commit."},
      metrics::short_times};
  metrics::histogram publish_seconds{{"ironbus_conductor_publish_seconds",
                                      "Time until the bus confirms all messages of a commit."},
                                     metrics::short_times};
  metrics::histogram queue_seconds{
      {"ironbus_conductor_queue_seconds",
       "Time from the creation of a message until a conductor takes it, without redeliveries."},
      metrics::short_times};
};

}  // namespace ironbus
