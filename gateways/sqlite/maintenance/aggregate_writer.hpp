#pragma once

#include "gateways/sqlite/database/database.hpp"
#include "messages/ports/stored_items.hpp"

#include <vector>

namespace ironbus::sqlite {

/// Writes items into a file that has none of them, within the caller's transaction. All functions
/// throw `database_error`.
class aggregate_writer {
public:
  explicit aggregate_writer(database& file);

  /// Returns the keys, or rows as {collection, id}, that an earlier aggregate already holds and
  /// keeps.
  std::vector<unique_key> put(const stored_aggregate& x);
  void put(const stored_epoch& x);
  void put(const stored_step_claim& x);
  /// Writes the rows without a position in the order of creation. Call it last.
  void end();

private:
  struct late_row {
    int64_t record;
    row content;
  };

  int64_t put_record(const stored_aggregate& x);
  void put_outbox(const stored_aggregate& x, int64_t record);
  bool put_row(const row& content, int64_t record, uint64_t sequence);

  database& file_;
  std::vector<late_row> late_;
};

}  // namespace ironbus::sqlite
