#pragma once

#include "messages/platform/metrics.hpp"

namespace ironbus {

/// Counts the work of a bus since its construction. Any thread may read at any time. Each number is
/// exact, but two numbers may be of different moments.
struct amqp_counters {
  metrics::counter published{
      {"ironbus_amqp_published_total",
       "Messages written to a connection, including those rewritten after a reconnect."}};
  metrics::counter confirmed{
      {"ironbus_amqp_confirmed_total",
       "Messages that the broker has settled: confirmed, returned or rejected."}};
  metrics::counter returned{
      {"ironbus_amqp_returned_total", "Mandatory messages that no queue accepts."}};
  metrics::counter refused{
      {"ironbus_amqp_refused_total", "Messages that a full or failing queue rejected."}};
  metrics::counter delivered{{"ironbus_amqp_delivered_total", "Messages delivered."}};
  metrics::counter redelivered{
      {"ironbus_amqp_redelivered_total", "Messages delivered with the redelivered flag."}};
  metrics::counter acked{{"ironbus_amqp_acked_total", "Deliveries acknowledged."}};
  metrics::counter ack_frames{
      {"ironbus_amqp_ack_frames_total",
       "Frames used for acknowledgements; fewer frames mean better batching."}};
  metrics::counter rejected{{"ironbus_amqp_rejected_total", "Deliveries rejected."}};
  metrics::counter replies{{"ironbus_amqp_replies_total", "Replies delivered."}};
  metrics::counter reconnects{{"ironbus_amqp_reconnects_total", "Reconnections to the broker."}};
};

}  // namespace ironbus
