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

/// The context of a decision about a node besides node, message and configuration.
struct decision_context {
  std::string conductor;
  std::string host;
  uint64_t epoch = 0;
  std::string reply_to{};
  std::string correlation_id{};
  std::vector<std::string> taken_macs{};
  /// Groups with a driver worker; unset: unknown.
  std::optional<std::vector<std::string>> served{};
  std::vector<usual_time> usual{};  ///< The learned times that the decision has used.
  std::string fresh_token{};        ///< The token, if the decision issued it to the node's agent.

  bool operator==(const decision_context&) const = default;
};

/// The record of a decision about a node in the event log: its input and its result. It is not an
/// event, so followers do not receive it. It contains secrets like the snapshot; readers must mask
/// them.
struct decision_record {
  uint64_t version = 0;  ///< The node's version in the store after the decision.
  timestamp time{};
  std::string message;  ///< The envelope as text; for a conductor's own message see below.
  decision_context context;
  /// "EXCHANGE KEY ID" of each sent message in order, without the events.
  std::vector<std::string> sent;
  /// The snapshot before as text, "null" if the node did not exist. Empty: it is the result of the
  /// decision of the previous version.
  std::string before{};
  /// A JSON patch (RFC 6902) from the snapshot before to the one after, as text; null if the node
  /// was deleted.
  std::string changes;
  /// The options that are set, {"conductor.automated_clean": "false", …}, as text. Empty: as in the
  /// last earlier record that has them.
  std::string configuration{};
  /// The inspection rules in force, [{"rule": …, "built_in": true}, …], as text. Empty: no rule was
  /// evaluated.
  std::string rules{};

  bool operator==(const decision_record&) const = default;
};

member_codecs<decision_context> members_of(const decision_context*);
member_codecs<decision_record> members_of(const decision_record*);

/// Its type and its subject in the log.
inline constexpr std::string_view decision_type = "decision";
std::string decision_subject(std::string_view node);
/// Whether an entry with this subject is a decision and not an event.
bool is_decision_subject(std::string_view subject);

/// Types of the conductor's own messages to a node, as used in decision records.
inline constexpr std::string_view deadline_passed_type = "ironbus.deadline_passed";
inline constexpr std::string_view taken_over_type = "ironbus.taken_over";

}  // namespace ironbus
