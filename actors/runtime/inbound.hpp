#pragma once

#include "actors/catalog/decide_record.hpp"
#include "actors/node/decide.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/process_description.hpp"

#include <atomic>
#include <memory>
#include <string>

namespace ironbus {

/// A message to a node or a record on its way through the actors. It ends in exactly one way
/// (acknowledge.hpp), or with its connection.
struct inbound {
  delivery_tag tag;
  std::string reply_to;
  std::string correlation_id;
  std::string id;
  std::string type{};   ///< As in the envelope; empty: a message of the conductor itself.
  std::string subject;  ///< A node's UUID or a record's "<type>/<uuid>".
  timestamp sent{};
  timestamp expires{};                ///< See context.
  std::string user{};                 ///< See context.
  std::string request_id{};           ///< See context.
  trace_context trace{};              ///< See context.
  std::optional<seen_access> seen{};  ///< See context.
  std::variant<node_message, record_message> what;
  std::vector<std::string> taken_macs{};  ///< See context.
  bool redelivered = false;  ///< A previous process may have crashed while handling it.
  bool admitted = false;     ///< It may be handled nevertheless.
  bool from_bus = true;      ///< False for deadlines, which need no ack.
  /// The number of conditions before the ack: the message is handled, and the bus has its reply. If
  /// the process dies in between, the next one replies again.
  std::shared_ptr<std::atomic<int>> missing_to_ack = std::make_shared<std::atomic<int>>(1);
};

using inbound_ptr = std::shared_ptr<inbound>;

/// Decodes a delivery; `invalid` if it is not a message to a node or a record.
result<inbound_ptr> decode_inbound(const delivery& delivery);

/// A deadline of the aggregate, as a message.
inbound_ptr make_deadline(std::string subject, timestamp now);

/// A command of the conductor itself; no reply is expected.
inbound_ptr make_order(std::string subject, command order, timestamp now);

/// The notice of a takeover, as a message.
inbound_ptr make_taken_over(std::string subject, timestamp now);

/// The rows of a record's query, as a message.
inbound_ptr make_rows_found(std::string subject, rows_found rows, timestamp now);

/// The outcome of a node's step request that no worker took; null if the message is not such a
/// request, or a worker may still take it.
inbound_ptr make_unserved(const outgoing& request, const served_groups* served, timestamp now);

/// Whether the client has stopped waiting: an expired command is not started.
bool has_expired(const inbound& x, timestamp now);

}  // namespace ironbus
