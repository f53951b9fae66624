#pragma once

#include "actors/node/base/node_message.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// What a decision was made of, for its record.
struct decided {
  const node_snapshot* before;  ///< Null: the node was not there.
  std::string_view text;        ///< Of `before`, where it is at hand; empty: it is made anew.
  const node_message& message;
  std::string_view id;  ///< Of the message.
  uint64_t version;     ///< Of the node in the store; the decision makes the next one.
};

/// What a record says of the messages that a decision sends: decision_record::sent.
std::vector<std::string> sent_by(const decision& made);

/// The record of a decision for the log of events (decision_record.hpp). `after`: the text of the
/// snapshot that it leaves; empty: the node ends.
///
/// Every 64th has the whole snapshot before it, and so has one that comes after a long rest, when
/// the records before it may have gone: any state is made from a bounded number of them. Those, and
/// the first that an actor makes of a node, have the configuration as well.
event_record decision_event(const decided& given, const decision& made, const std::string& after);

}  // namespace ironbus
