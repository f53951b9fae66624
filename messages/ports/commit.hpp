#pragma once

#include "messages/base/errors.hpp"
#include "messages/ports/logged_event.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
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
  std::vector<event_record> events;  ///< Appended to the log of events, in order.

  std::vector<unique_key> claim;    ///< Keys this aggregate now holds in addition.
  std::vector<unique_key> release;  ///< Keys it gives up, first; one it does not hold is ignored.
  std::vector<row> put;  ///< Rows created (at the end of the order) or replaced in place.
  /// Rows removed, before others are put: {collection, id}. One it does not own is ignored.
  std::vector<std::pair<std::string, std::string>> remove;

  /// When the owner must look at the aggregate without being asked: a deadline. Unset: never.
  std::optional<std::chrono::system_clock::time_point> attention;
};

/// Why a commit was not made.
struct commit_failure : failure {
  commit_failure(failure why) : failure{std::move(why)} {}  // NOLINT: any failure is one
  /// A `conflict`: somebody else holds the key.
  explicit commit_failure(unique_key held)
      : failure{error_code::conflict, held.space + " " + held.value}, taken{std::move(held)} {}

  /// The key that is another's; a row put that is another's counts as {collection, id}.
  std::optional<unique_key> taken{};
};

/// The version that a commit has made.
using commit_result = tl::expected<uint64_t, commit_failure>;

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
  std::optional<std::chrono::system_clock::time_point> moment;
};

}  // namespace ironbus
