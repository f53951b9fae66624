#pragma once

#include "actors/runtime/deliveries_in_work.hpp"
#include "messages/platform/metrics.hpp"

namespace ironbus {

/// What a conductor has done since its start; any thread may read it.
struct conductor_counters {
  metrics::counter messages{
      {"ironbus_conductor_messages_total", "Messages handled, of all kinds."}};
  metrics::counter duplicates{
      {"ironbus_conductor_duplicates_total", "Messages delivered again and absorbed."}};
  metrics::counter commits{{"ironbus_conductor_commits_total", "Commits the store has taken."}};
  metrics::gauge largest_snapshot{{"ironbus_conductor_largest_snapshot_bytes",
                                   "Size of the largest snapshot committed since the start."}};
  metrics::counter stale_commits{{"ironbus_conductor_stale_commits_total",
                                  "Commits refused by version or epoch, then decided again."}};
  metrics::counter resumed{{"ironbus_conductor_resumed_total",
                            "Nodes with work in progress taken over from a predecessor."}};
  metrics::counter dead_lettered{
      {"ironbus_conductor_dead_lettered_total", "Messages put aside, as nobody can handle them."}};
  metrics::gauge nodes_in_memory{
      {"ironbus_conductor_nodes_in_memory", "Nodes and records that have an actor now."}};
  metrics::gauge shards_owned{
      {"ironbus_conductor_shards_owned", "Shards whose messages this conductor handles."}};
  metrics::gauge log_newest{
      {"ironbus_event_log_newest_position", "Position of the newest entry of the log of events."}};
  metrics::gauge log_oldest{
      {"ironbus_event_log_oldest_position", "Position after which the log of events is complete."}};
  metrics::gauge log_bytes{
      {"ironbus_event_log_bytes", "Size of the log of events, decisions included."}};
  metrics::gauge log_entries{
      {"ironbus_event_log_entries", "Events in the log, and decisions where they are kept."}};
  deliveries_in_work in_work;
  metrics::histogram commit_seconds{
      {"ironbus_conductor_commit_seconds", "Time until the store has taken a commit."},
      metrics::short_times};
  metrics::histogram publish_seconds{{"ironbus_conductor_publish_seconds",
                                      "Time until the bus has confirmed all that a commit sends."},
                                     metrics::short_times};
  metrics::histogram queue_seconds{
      {"ironbus_conductor_queue_seconds",
       "Time from when a message was made until a conductor took it, less those come again."},
      metrics::short_times};
};

}  // namespace ironbus
