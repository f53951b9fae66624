#pragma once

#include "actors/node/decision/observations.hpp"
#include "actors/runtime/inbound.hpp"
#include "messages/model/provision_state.hpp"
#include "messages/platform/log.hpp"
#include "messages/platform/tracing.hpp"
#include "messages/ports/commit.hpp"
#include "messages/ports/query.hpp"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace ironbus {

struct node_snapshot;

/// Reports about a decision, written once it is committed.
struct decision_reports {
  std::vector<log::record> logs{};     ///< For the log of the service.
  std::vector<tracing::span> spans{};  ///< For the trace.
};

/// The result of one message, ready to be committed.
struct proposal {
  reply answer;
  bool changed = false;  ///< There is a change to commit.
  bool duplicate = false;
  commit saved;                      ///< Without version and epoch; only if changed.
  std::vector<outgoing> messages{};  ///< To publish after the commit.
  /// To read from the store afterwards; the rows come back to the aggregate.
  std::optional<query> question{};
  decision_reports reports{};
  observations seen{};  ///< For the metrics, after the commit.
};

/// The stored version of an aggregate, and how its decisions are stored.
struct keeping {
  uint32_t shards;
  uint64_t version = 0;     ///< The current version of the record.
  bool logs_nodes = false;  ///< Decisions about nodes are written to the event log.
};

/// Unset if the state has not changed.
std::optional<state_left> state_left_between(const node_snapshot& before,
                                             const node_snapshot& after);

/// The state and the rules of a node or a record. Does no I/O; the actor around it loads, commits,
/// publishes and acknowledges.
class aggregate {
public:
  virtual ~aggregate() = default;

  virtual std::string_view kind() const = 0;  ///< Of its record in the store.
  /// Reads the stored text; empty: there is none. `internal` if it is damaged.
  virtual result<std::monostate> restore(const std::string& snapshot) = 0;
  /// Drops the state in memory; it must be loaded again.
  virtual void forget() = 0;
  /// Whether the message creates the aggregate, so that nothing has to be loaded.
  virtual bool is_begun_by(const inbound& x) const = 0;
  /// Decides on a message. May throw on a bug; then nothing has changed.
  virtual proposal propose(const inbound& x, const context& ctx, const keeping& how) = 0;
  /// The store has rejected the last proposal because another aggregate holds a key. True: the
  /// message now knows that, and can be decided again.
  virtual bool retries_on_conflict(inbound&, const unique_key&) { return false; }
  /// The last proposal was committed. Unset if no provision state ends by it.
  virtual std::optional<state_left> accept() = 0;
  virtual std::optional<timestamp> next_deadline() const = 0;
  /// The span of the running step; empty if there is none or it is not traced.
  virtual trace_context step_in_progress() const { return {}; }
};

/// An empty aggregate for that subject; null if its kind is unknown.
std::unique_ptr<aggregate> make_aggregate(const std::string& subject);

}  // namespace ironbus
