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

/// What is told of a decision once it holds.
struct decision_reports {
  std::vector<log::record> logs{};     ///< For the log of the service.
  std::vector<tracing::span> spans{};  ///< For whoever follows the trace.
};

/// What one message leads to, ready to be made true.
struct proposal {
  reply answer;
  bool changed = false;  ///< There is something to commit.
  bool duplicate = false;
  commit saved;                      ///< Without version and epoch; only if changed.
  std::vector<outgoing> messages{};  ///< To publish once the commit holds.
  /// To read from the store once all that is done; the rows come back to the aggregate.
  std::optional<query> question{};
  decision_reports reports{};
  observations seen{};  ///< For the metrics, once that holds.
};

/// How the store has an aggregate, and keeps what is decided about it.
struct keeping {
  uint32_t shards;
  uint64_t version = 0;     ///< Of the record, as it is now.
  bool logs_nodes = false;  ///< Decisions about nodes are kept in the log of events.
};

/// Unset if the state is the same.
std::optional<state_left> state_left_between(const node_snapshot& before,
                                             const node_snapshot& after);

/// A node or a record in an actor's memory: what it is and the rules it lives by. It does no I/O;
/// the actor around it loads, commits, publishes and acks.
class aggregate {
public:
  virtual ~aggregate() = default;

  virtual std::string_view kind() const = 0;  ///< Of its record in the store.
  /// Takes what the store holds; an empty text: there is nothing. `internal` if it is damaged.
  virtual result<std::monostate> restore(const std::string& snapshot) = 0;
  /// Drops what is in memory: the store is asked anew.
  virtual void forget() = 0;
  /// Whether the message begins a new aggregate; it needs no load before.
  virtual bool is_begun_by(const inbound& x) const = 0;
  /// Decides. May throw on a defect of ours; then nothing has happened.
  virtual proposal propose(const inbound& x, const context& ctx, const keeping& how) = 0;
  /// The store has refused the last proposal for a key that somebody else holds; true: the message
  /// may be decided again, it has been told.
  virtual bool retries_on_conflict(inbound&, const unique_key&) { return false; }
  /// The last proposal has been committed. Unset if no provision state ends by it.
  virtual std::optional<state_left> accept() = 0;
  virtual std::optional<timestamp> next_deadline() const = 0;
  /// The span of the step in progress; none if there is none, or nobody traces it.
  virtual trace_context step_in_progress() const { return {}; }
};

/// The aggregate of that subject, with nothing in it yet; null if there is no such kind.
std::unique_ptr<aggregate> make_aggregate(const std::string& subject);

}  // namespace ironbus
