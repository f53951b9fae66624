#pragma once

#include "messages/base/json.hpp"
#include "messages/base/time.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// The stored texts for an incident, including secrets.
struct incident_sources {
  std::string node;  ///< The node's UUID.
  timestamp made_at{};
  std::string snapshot;                 ///< Empty: the node was deleted.
  std::vector<std::string> decisions;   ///< Decision records, oldest first.
  std::vector<std::string> events;      ///< Envelopes, oldest first.
  std::vector<std::string> operations;  ///< Finished workflows with their ledgers.
  bool is_cut = false;                  ///< Older decisions or events were dropped.
};

/// Exports an incident of a node without secrets (see secret_placeholders), as the text of a JSON
/// object:
///
///   "incident"    {"format", "node", "made_at", "notes": [missing parts]}
///   "snapshot"    the current one; null: the node was deleted
///   "operations"  [{…}], "events" [{…}]
///   "decisions"   [{"version", "time", "message", "context", "sent", "before", "changes",
///                  "configuration", "rules"}], as in decision_record. The first of a row also has
///                  "before". "changes" is null if the state before is unknown.
///
/// `internal` if one of the texts is damaged.
result<std::string> make_incident(const incident_sources& sources);

/// The format number; it grows with each change that older releases cannot read.
inline constexpr uint64_t incident_format = 1;

/// Limit in bytes for the decisions, and for the events, of an incident; the oldest are dropped.
inline constexpr size_t incident_bytes_max = size_t{8} << 20;

/// Keeps the newest of the added texts, up to that size.
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
