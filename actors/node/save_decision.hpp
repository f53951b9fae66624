#pragma once

#include "actors/node/base/node_message.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// The input of a decision, for its record.
struct decided {
  const node_snapshot* before;  ///< Null: the node did not exist.
  std::string_view text;        ///< The text of `before` if available; empty: it is written again.
  const node_message& message;
  std::string_view id;  ///< Of the message.
  uint64_t version;     ///< Of the node in the store before the decision.
};

/// The sent messages for a record: decision_record::sent.
std::vector<std::string> sent_by(const decision& made);

/// The record of a decision for the event log (decision_record.hpp). `after`: the text of the next
/// snapshot; empty: the node was deleted.
///
/// Every 64th record has the whole snapshot before it, and so has a record after a long pause, when
/// earlier records may have been deleted. So any state can be reconstructed from a limited number
/// of records. These records, and the first that an actor writes for a node, also contain the
/// configuration.
event_record decision_event(const decided& given, const decision& made, const std::string& after);

}  // namespace ironbus
