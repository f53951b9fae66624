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

/// A listable object of a collection ("nodes", "ports", "portgroups", …), kept in creation order.
/// It belongs to the aggregate that writes it; only commits of that aggregate replace or remove it.
struct row {
  std::string collection;
  std::string id;  ///< Unique in its collection; a UUID or a name.
  /// The data that a list shows without loading the aggregate: a JSON object as text.
  std::string summary;
  /// Values for filters and sort keys, by column name. A filter on a column that a row lacks does
  /// not match it. Values are text; numbers and times are written so that they sort as text. A
  /// column may occur several times (traits): one of its values must match, for `none_of` and
  /// `absent` all; the smallest sorts.
  std::vector<std::pair<std::string, std::string>> columns;
};

/// A value that may exist once in the whole store, such as {"nodes.name", "web-1"},
/// {"ports.address", "52:54:00:aa:bb:cc"} or {"nodes.uuid", "…"}. It identifies its aggregate.
struct unique_key {
  std::string space;
  std::string value;

  bool operator==(const unique_key&) const = default;
};

/// Stored as text until it is published: one bus message each.
using outbox_entry = std::string;

/// All changes of one decision, applied completely or not at all.
struct commit {
  std::string aggregate;  ///< For example "node"; the key of the record together with `id`.
  std::string id;
  /// 0: the record must not exist. Otherwise its current version.
  uint64_t expected_version = 0;
  /// The shard that the writer owns and its epoch. Unset for aggregates without shards; their
  /// attention entries are kept under shard 0. An epoch smaller than the store's is rejected as
  /// `fenced`.
  std::optional<uint32_t> shard;
  uint64_t epoch = 0;

  std::string snapshot;  ///< JSON text. The record's version becomes expected_version + 1.
  /// Deletes the record with its snapshot, rows and unique keys; only its outbox remains until it
  /// is published. Until then it can only be created again from its last version, not from 0.
  bool erase = false;
  std::vector<outbox_entry> outbox;  ///< To be published in order once the commit is applied.
  std::vector<event_record> events;  ///< Appended to the event log in order.

  std::vector<unique_key> claim;  ///< Keys that this aggregate claims in addition.
  /// Keys that it releases first; a key it does not hold is ignored.
  std::vector<unique_key> release;
  std::vector<row> put;  ///< Rows created (at the end of the order) or replaced in place.
  /// Rows to remove before others are put: {collection, id}. Rows of other aggregates are ignored.
  std::vector<std::pair<std::string, std::string>> remove;

  /// When the owner must check the aggregate by itself: a deadline. Unset: never.
  std::optional<std::chrono::system_clock::time_point> attention;
};

/// Why a commit was rejected.
struct commit_failure : failure {
  commit_failure(failure why) : failure{std::move(why)} {}  // NOLINT: any failure is one
  /// A `conflict`: another aggregate holds the key.
  explicit commit_failure(unique_key held)
      : failure{error_code::conflict, held.space + " " + held.value}, taken{std::move(held)} {}

  /// The key that another aggregate holds; a row of another aggregate counts as {collection, id}.
  std::optional<unique_key> taken{};
};

/// The version after a commit.
using commit_result = tl::expected<uint64_t, commit_failure>;

/// A record as last committed.
struct stored {
  std::string id;
  uint64_t version = 0;
  std::string snapshot;  ///< Empty if erased.
  bool erased = false;
  std::vector<outbox_entry> outbox;  ///< Entries not marked as published yet.
};

/// A record that its shard's owner must not forget: it has a deadline or unpublished entries.
struct attention {
  std::string id;
  bool unpublished = false;
  std::optional<std::chrono::system_clock::time_point> moment;
};

}  // namespace ironbus
