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
/// (acknowledge.hpp), or with the connection it came by.
struct inbound {
  delivery_tag tag;
  std::string reply_to;
  std::string correlation_id;
  std::string id;
  std::string type{};   ///< As the envelope has it; empty: of the conductor's own.
  std::string subject;  ///< A node's UUID or a record's "<type>/<uuid>".
  timestamp sent{};
  timestamp expires{};       ///< See context.
  std::string user{};        ///< See context.
  std::string request_id{};  ///< See context.
  trace_context trace{};     ///< See context.
  std::variant<node_message, record_message> what;
  std::vector<std::string> taken_macs{};  ///< See context.
  bool redelivered = false;               ///< Whoever had it before may have died of it.
  bool admitted = false;                  ///< It may be handled all the same.
  bool from_bus = true;  ///< False for deadlines, which nobody waits for an ack of.
  /// What must have happened before it is acknowledged: that it is settled, and that the bus has
  /// its answer. A process that dies in between leaves the answer to the next one.
  std::shared_ptr<std::atomic<int>> missing_to_ack = std::make_shared<std::atomic<int>>(1);
};

using inbound_ptr = std::shared_ptr<inbound>;

/// Decodes a delivery; `invalid` if it is no message to a node or a record.
result<inbound_ptr> decode_inbound(const delivery& delivery);

/// A deadline of the aggregate, as a message.
inbound_ptr make_deadline(std::string subject, timestamp now);

/// An order of the conductor's own, which nobody waits for the answer of.
inbound_ptr make_order(std::string subject, command order, timestamp now);

/// Word of a take-over, as a message.
inbound_ptr make_taken_over(std::string subject, timestamp now);

/// The answer to a record's question, as a message.
inbound_ptr make_rows_found(std::string subject, rows_found rows, timestamp now);

/// Word that a step request of the node found nobody to take it, as the outcome of the step; null
/// if the message is no such request, or somebody may still take it.
inbound_ptr make_unserved(const outgoing& request, const served_groups* served, timestamp now);

/// Whether the one who asked has stopped waiting: a command that nobody waits for is not begun.
bool has_expired(const inbound& x, timestamp now);

}  // namespace ironbus
