#pragma once

#include "messages/base/codec.hpp"
#include "messages/base/time.hpp"
#include "messages/contract/usual_time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// What a decision about a node knew besides the node and the message, less the configuration.
struct decision_context {
  std::string conductor;
  std::string host;
  uint64_t epoch = 0;
  std::string reply_to{};
  std::string correlation_id{};
  std::vector<std::string> taken_macs{};
  std::optional<std::vector<std::string>> served{};  ///< Groups with a worker; unset: not known.
  std::vector<usual_time> usual{};  ///< Of what it had learned, that which it has asked for.
  std::string fresh_token{};        ///< Where it has been given to the node's agent.

  bool operator==(const decision_context&) const = default;
};

/// A decision about a node, as the log of events keeps it: what was decided, on what, and what has
/// become of the node. It is no event: those who follow the log do not see it. Secrets are in it as
/// they are in the snapshot; whoever shows something of it masks them.
struct decision_record {
  uint64_t version = 0;  ///< Of the node in the store, which the decision has made.
  timestamp time{};
  std::string message;  ///< Text of its envelope; of the conductor's own: see below.
  decision_context context;
  /// "EXCHANGE KEY ID" of the messages that it sends, in order, less the events.
  std::vector<std::string> sent;
  /// Text of the snapshot before it, "null" where the node was not there; empty: it is what the
  /// decision of the version before has left.
  std::string before{};
  /// Text of a JSON patch (RFC 6902) that makes of the snapshot before the one after: null where
  /// the node has ended.
  std::string changes;
  /// The options that are set, {"conductor.automated_clean": "false", …}, as a text; empty: as in
  /// the last record before that has them.
  std::string configuration{};
  /// The inspection rules in force, [{"rule": …, "built_in": true}, …], as a text; empty: none was
  /// asked.
  std::string rules{};

  bool operator==(const decision_record&) const = default;
};

member_codecs<decision_context> members_of(const decision_context*);
member_codecs<decision_record> members_of(const decision_record*);

/// Its type and its subject in the log.
inline constexpr std::string_view decision_type = "decision";
std::string decision_subject(std::string_view node);
/// Whether what has this subject in the log is a decision, and no event.
bool is_decision_subject(std::string_view subject);

/// Types of what a conductor tells a node by itself, as the record of a decision names them.
inline constexpr std::string_view deadline_passed_type = "ironbus.deadline_passed";
inline constexpr std::string_view taken_over_type = "ironbus.taken_over";

}  // namespace ironbus
