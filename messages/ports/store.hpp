#pragma once

#include "messages/base/errors.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ironbus {

/// One listable object of a collection ("nodes", "ports", "portgroups", …), kept in creation order.
/// It belongs to the aggregate that writes it and is replaced or removed only by its commits.
struct row {
  std::string collection;
  std::string id;  ///< Unique in its collection; a UUID or a name.
  /// What a list shows without opening the aggregate: a JSON object as text.
  std::string summary;
  /// Values that filters and sort keys use, by column name. A filter on a column that a row lacks
  /// does not match it. Values are text; numbers and times are written so that they sort as text.
  /// A column may stand several times (traits): then one of its values must match, for `none_of`
  /// and `absent` all; the smallest sorts.
  std::vector<std::pair<std::string, std::string>> columns;
};

/// A value that may exist once in the whole store, such as {"nodes.name", "web-1"},
/// {"ports.address", "52:54:00:aa:bb:cc"} or {"nodes.uuid", "…"}. It leads to its aggregate.
struct unique_key {
  std::string space;
  std::string value;

  bool operator==(const unique_key&) const = default;
};

/// Text kept unread until it has been published: one bus message each.
using outbox_entry = std::string;

/// Everything one decision changes, applied whole or not at all.
struct commit {
  std::string aggregate;  ///< Such as "node"; with `id` the key of the record.
  std::string id;
  uint64_t expected_version = 0;  ///< 0: there must be no such record. Else its current version.
  /// The shard the writer believes to own and the epoch it was given; unset for aggregates that
  /// are not sharded; what needs attention of those is kept under shard 0. A smaller epoch than the
  /// store's is refused as `fenced`.
  std::optional<uint32_t> shard;
  uint64_t epoch = 0;

  std::string snapshot;  ///< JSON text. The record's version becomes expected_version + 1.
  /// The record ends: snapshot, rows and unique keys go; what is left of it is its outbox, until
  /// published. Until then it may only begin again from its last version, not from 0.
  bool erase = false;
  std::vector<outbox_entry> outbox;  ///< To be published, in order, once the commit holds.

  std::vector<unique_key> claim;    ///< Keys this aggregate now holds in addition.
  std::vector<unique_key> release;  ///< Keys it gives up, first; one it does not hold is ignored.
  std::vector<row> put;  ///< Rows created (at the end of the order) or replaced in place.
  /// Rows removed, before others are put: {collection, id}. One it does not own is ignored.
  std::vector<std::pair<std::string, std::string>> remove;

  /// When the owner must look at the aggregate without being asked: a deadline. Unset: never.
  std::optional<std::chrono::system_clock::time_point> attention;
};

/// A record as last committed.
struct stored {
  std::string id;
  uint64_t version = 0;
  std::string snapshot;  ///< Empty if erased.
  bool erased = false;
  std::vector<outbox_entry> outbox;  ///< What has not been marked as published yet.
};

/// A record its shard's owner must not forget: a deadline, or something unpublished.
struct attention {
  std::string id;
  bool unpublished = false;
  std::optional<std::chrono::system_clock::time_point> at;
};

/// One condition on a column; a query's conditions hold all together.
struct filter {
  enum class op : uint8_t {
    equal,     ///< The column is one of `values`.
    none_of,   ///< The column is none of `values`, or missing.
    not_all,   ///< At least one of `values` is not there.
    present,   ///< The column is there and not empty.
    absent,    ///< The column is missing or empty.
    contains,  ///< The column contains values[0], ASCII case ignored.
  };
  std::string column;
  op how = op::equal;
  std::vector<std::string> values;
};

struct query {
  std::string collection;
  std::vector<filter> filters;
  std::string sort_column;  ///< Empty: creation order. Rows that lack the column come first.
  bool descending = false;
  /// Id of the row after which the page begins; one that is not there is `not_found`.
  std::string marker;
  size_t limit = 1000;
  bool with_snapshot = false;  ///< Also the snapshot of each row's aggregate.
};

struct listed {
  std::string id;
  std::string aggregate_id;  ///< The record this row belongs to.
  std::string summary;
  std::string snapshot;  ///< Only if asked for.
};

/// A process as it introduced itself; gone when it does not renew in time.
struct member {
  std::string name;         ///< Stable across restarts, such as "conductor-1".
  std::string incarnation;  ///< New at each start.
  std::string description;  ///< JSON text: host, roles, drivers, conductor group.
};

/// Who runs a step and how it ended: written before the first side effect on a machine, so that a
/// second delivery of the request neither runs the step again nor loses its outcome.
struct step_claim {
  std::string owner;    ///< "<member name>/<incarnation>" of the worker.
  std::string outcome;  ///< Empty while it runs; else the step outcome as published.
};

/// The record of all nodes and catalogues: snapshots, outboxes, unique keys, lists.
///
/// Calls return at once; `done` is called exactly once, on a thread of the store's, and must not
/// block. Calls of one caller for one record are applied in their order. A failure is
/// `unavailable` when the store cannot be reached (then it is unknown whether a commit holds: load
/// to learn), else as each call says. What `done` reports as committed survives kill -9 of this
/// process and of the store's.
class store {
public:
  template <class T>
  using callback = std::function<void(result<T>)>;

  virtual ~store() = default;

  /// Applies a commit; gives the new version. Failures: `fenced`, `stale_version`, or `conflict`
  /// if a claimed key belongs to another aggregate (the message is "<space> <value>", so that the
  /// caller can name the field) or a row put does ("<collection> <id>"). Nothing is changed on
  /// failure.
  virtual void apply(commit x, callback<uint64_t> done) = 0;

  /// Says that the outbox up to this version has been published; forgets an erased record. What
  /// later commits have added stays, and so does the record.
  virtual void mark_published(std::string aggregate, std::string id, uint64_t version) = 0;

  /// Reads a record; `not_found` if there is none.
  virtual void load(std::string aggregate, std::string id, callback<stored> done) = 0;

  /// Reads many records in one go; those that are missing are left out.
  virtual void load_many(std::string aggregate, std::vector<std::string> ids,
                         callback<std::vector<stored>> done) = 0;

  /// The id of the aggregate that holds the key; `not_found` if nobody does.
  virtual void resolve(unique_key key, callback<std::string> done) = 0;

  /// One page of a collection. Costs what the page holds when there is at most one filter and the
  /// order is that of creation.
  virtual void list(query x, callback<std::vector<listed>> done) = 0;

  /// How many rows of a collection have each of these values in a column, in the order given. All
  /// at one moment; reads the column's index, and no row.
  virtual void count(std::string collection, std::string column, std::vector<std::string> values,
                     callback<std::vector<uint64_t>> done) = 0;

  /// Begins the ownership of a shard; every earlier epoch of it is fenced from now on.
  virtual void acquire_shard(uint32_t shard, callback<uint64_t> done) = 0;

  /// Records of a shard that have a deadline or something unpublished.
  virtual void attention_of(std::string aggregate, uint32_t shard,
                            callback<std::vector<attention>> done) = 0;

  /// Introduces or renews a process for `ttl`. A new incarnation ends the one before at once; that
  /// one gets `conflict` should it come back.
  virtual void announce(member x, std::chrono::milliseconds ttl, callback<std::monostate> done) = 0;
  /// Takes a process off the list (orderly shutdown).
  virtual void withdraw(std::string name, std::string incarnation) = 0;
  /// All processes that are alive.
  virtual void members(callback<std::vector<member>> done) = 0;

  /// Claims a step for `owner` unless it is claimed already; gives the claim that now holds.
  virtual void claim_step(std::string key, std::string owner, callback<step_claim> done) = 0;
  /// The claim of a step as it is; `not_found` if nobody has claimed it.
  virtual void read_claim(std::string key, callback<step_claim> done) = 0;
  /// Takes over the claim of a dead `from` unless it has an outcome; gives the claim that now holds
  /// (maybe another's).
  virtual void take_over_step(std::string key, std::string from, std::string owner,
                              callback<step_claim> done) = 0;
  /// Notes how a claimed step ended; the first outcome stays. `conflict` if the claim is another's
  /// or has another outcome, `not_found` if there is none. Claims are forgotten after a day.
  virtual void finish_step(std::string key, std::string owner, std::string outcome,
                           callback<std::monostate> done) = 0;

  /// Succeeds if the store answers now.
  virtual void ping(callback<std::monostate> done) = 0;

  /// One line on what an acknowledged write survives, for /readyz.
  virtual std::string durability() const = 0;
};

}  // namespace ironbus
