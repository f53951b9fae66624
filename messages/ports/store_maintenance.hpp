#pragma once

#include "messages/ports/stored_items.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <variant>

namespace ironbus {

/// Kinds of damage of a store.
enum class store_defect : uint8_t {
  damaged_file,    ///< The file itself: pages, or SQLite's own indexes.
  unreadable,      ///< A record that cannot be read, or was written by a newer release.
  dangling_entry,  ///< An index, row, key or outbox without a target.
  missing_entry,   ///< An index that lacks an entry.
  different_row,   ///< A row that differs from its record.
  lost_row,        ///< A missing row that no snapshot can restore.
  key_conflict,    ///< Two records claim the same unique key.
  wrong_shard,     ///< A record in another shard than that of its id.
  unfinished,      ///< A restore that was not completed.
  count_           ///< Not a defect: the number of defects.
};

std::string_view to_string(store_defect x);
/// Whether a repair can fix it.
bool is_mendable(store_defect x);

/// One defect that was found.
struct store_finding {
  store_defect what = store_defect::damaged_file;
  std::string place;    ///< The location: a key, a table, or a collection.
  std::string subject;  ///< The owner: "<aggregate>:<id>" or an entry; empty if unknown.
  std::string text;     ///< A sentence without secrets.
  bool mended = false;
};

/// Access to the whole store, for tools. Calls block; one thread at a time. Failures are
/// `unavailable` if the store cannot be reached or read, otherwise as each call says. A failure of
/// a callback ends the call and is its failure.
class store_maintenance {
public:
  using sink = std::function<result<std::monostate>(const stored_item&)>;
  /// Unset at the end.
  using source = std::function<result<std::optional<stored_item>>()>;
  using finding_sink = std::function<void(store_finding)>;
  /// The correct form of the aggregate, and the defects of the given one.
  using judge = std::function<stored_aggregate(const stored_aggregate&, const finding_sink&)>;
  using editor = std::function<result<std::optional<stored_aggregate>>(const stored_aggregate&)>;

  virtual ~store_maintenance() = default;

  /// The address, for sentences; without password.
  virtual std::string name() const = 0;

  /// Reads all items of a store that may be in use: aggregates by name and id, then epochs by
  /// shard, then claims by key. Each aggregate is as of one commit; no unique key occurs twice.
  virtual result<std::monostate> read(const sink& take) = 0;

  /// Writes all items into an empty store; `conflict` if it is in use or not empty, `invalid` if
  /// two items contradict each other. The writes of a failed call are removed by it or by the next
  /// call.
  virtual result<std::monostate> fill(const source& next) = 0;

  /// Reports defects; with `mend` repairs them as far as the records allow. The store may be in use
  /// during a check, but SQLite's must not be in use for a repair (`conflict`).
  virtual result<std::monostate> examine(bool mend, const judge& ask, const finding_sink& tell) = 0;

  /// Passes each aggregate to `edit`, which returns it with other texts (snapshot, entries of the
  /// outbox, summaries of rows) that mean the same; unset: no change. Versions stay. The store may
  /// be in use: an aggregate that changes at the same time is passed again, so that no write is
  /// lost.
  virtual result<std::monostate> rewrite(const editor& edit) = 0;
};

}  // namespace ironbus
