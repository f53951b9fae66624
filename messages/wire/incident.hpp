#pragma once

#include "messages/base/json.hpp"
#include "messages/base/time.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// What an incident is made of: all texts as the store has them, secrets included.
struct incident_sources {
  std::string node;  ///< Its UUID.
  timestamp made_at{};
  std::string snapshot;                 ///< Empty: the node is no more.
  std::vector<std::string> decisions;   ///< Records of decisions, oldest first.
  std::vector<std::string> events;      ///< Envelopes, oldest first.
  std::vector<std::string> operations;  ///< Workflows that have ended, with their ledgers.
  bool is_cut = false;                  ///< Older decisions or events were left out.
};

/// What happened to a node, to be handed on: without secrets, see secret_placeholders. A JSON
/// object as a text:
///
///   "incident"    {"format", "node", "made_at", "notes": [what is missing]}
///   "snapshot"    as it is now; null: the node is no more
///   "operations"  [{…}], "events" [{…}]
///   "decisions"   [{"version", "time", "message", "context", "sent", "before", "changes",
///                  "configuration", "rules"}], as decision_record says. "before" is there too at
///                  the first of a row; "changes" is null where what was before is not known.
///
/// `internal` if one of the texts is damaged.
result<std::string> make_incident(const incident_sources& sources);

/// Of the form that is written; it grows with each change that older releases cannot read.
inline constexpr uint64_t incident_format = 1;

/// The bytes of decisions, and of events, that one may hold; the oldest are left out.
inline constexpr size_t incident_bytes_max = size_t{8} << 20;

/// Keeps the newest of what is added, up to that size.
class newest_texts {
public:
  void add(std::string text);
  bool has_lost() const { return has_lost_; }
  std::vector<std::string> take();

private:
  std::vector<std::string> texts_;
  size_t first_ = 0;
  size_t bytes_ = 0;
  bool has_lost_ = false;
};

}  // namespace ironbus
