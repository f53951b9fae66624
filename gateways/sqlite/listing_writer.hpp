#pragma once

#include "gateways/sqlite/database/database.hpp"
#include "gateways/sqlite/record_cache.hpp"
#include "messages/ports/commit.hpp"

#include <optional>
#include <vector>

namespace ironbus::sqlite {

/// Writes the rows of records. Caches a record's rows in the record.
class listing_writer {
public:
  explicit listing_writer(database& file);

  /// Returns `conflict` if one of the rows belongs to another record.
  std::optional<commit_failure> check(known_record& record, const std::vector<row>& put);
  /// Removes and writes the rows of a commit with their columns. The rows must have been checked.
  void write(known_record& record, const commit& commit);
  /// Removes all rows of a record.
  void erase(known_record& record);

private:
  void remove(known_record& record, const std::string& collection, const std::string& id);
  void create(known_record& record, const row& row, row_columns columns);
  void replace(known_row& before, const row& row, row_columns after);
  row_columns columns_of(int64_t sequence);
  void replace_columns(known_row& row, const row_columns& after);
  void change_column(kept_statement& how, const known_row& row,
                     const row_columns::value_type& column);

  database& file_;
  kept_statement find_;
  kept_statement find_columns_;
  kept_statement insert_;
  kept_statement update_;
  kept_statement delete_;
  kept_statement insert_column_;
  kept_statement delete_column_;
};

}  // namespace ironbus::sqlite
