#pragma once

#include "messages/ports/stored_items.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <variant>

namespace ironbus {

/// What can be wrong with a store.
enum class store_defect : uint8_t {
  damaged_file,    ///< The file itself: pages, or indexes that are SQLite's own.
  unreadable,      ///< A record that cannot be read, or was written by a newer release.
  dangling_entry,  ///< An index, row, key or outbox that leads to nothing.
  missing_entry,   ///< An index without something that belongs into it.
  different_row,   ///< A row that says something else than its record.
  lost_row,        ///< A row that is named and not there, and that no snapshot can give back.
  key_conflict,    ///< Two records say that they hold one unique key.
  wrong_shard,     ///< A record in another shard than its id says.
  unfinished,      ///< A restore that was begun and not ended.
  count_           ///< Not a defect: how many there are.
};

std::string_view to_string(store_defect x);
/// Whether a repair can do anything about it.
bool is_mendable(store_defect x);

/// One thing that is wrong.
struct store_finding {
  store_defect what = store_defect::damaged_file;
  std::string place;    ///< Where: a key, a table, or a collection.
  std::string subject;  ///< Whose: "<aggregate>:<id>" or an entry; empty where nobody can tell.
  std::string text;     ///< A sentence; never a secret.
  bool mended = false;
};

/// All of one store at once, for tools. Calls block; one thread at a time. Failures are
/// `unavailable` when the store cannot be reached or read, else as each call says. What a callback
/// fails with ends the call and is its failure.
class store_maintenance {
public:
  using sink = std::function<result<std::monostate>(const stored_item&)>;
  /// Unset at the end.
  using source = std::function<result<std::optional<stored_item>>()>;
  using finding_sink = std::function<void(store_finding)>;
  /// The aggregate as it should be, and what was wrong with what is given.
  using judge = std::function<stored_aggregate(const stored_aggregate&, const finding_sink&)>;

  virtual ~store_maintenance() = default;

  /// Where it is, for sentences; without password.
  virtual std::string name() const = 0;

  /// Gives all items of a store that may be in use: aggregates by name and id, then epochs by
  /// shard, then claims by key. Each aggregate is as of one commit, and no unique key is given
  /// twice.
  virtual result<std::monostate> read(const sink& take) = 0;

  /// Writes all items into an empty store; `conflict` if it is in use or not empty, `invalid` if
  /// two items contradict each other. What a failed call has written is gone with it or with the
  /// next one.
  virtual result<std::monostate> fill(const source& next) = 0;

  /// Tells what is wrong; with `mend` makes it right as far as the records allow. A store that is
  /// looked at may be in use; to be mended SQLite's must not (`conflict`).
  virtual result<std::monostate> examine(bool mend, const judge& ask, const finding_sink& tell) = 0;
};

}  // namespace ironbus
