#pragma once

#include "gateways/sqlite/database/database.hpp"
#include "messages/ports/stored_items.hpp"

#include <optional>
#include <vector>

namespace ironbus::sqlite {

/// Reads all items of a file. The caller's transaction keeps related reads consistent. All
/// functions throw `database_error`.
class aggregate_reader {
public:
  explicit aggregate_reader(database& file) : file_{file} {}

  /// The numbers of all records, by aggregate and id.
  std::vector<int64_t> numbers();
  /// Unset if the record does not exist.
  std::optional<stored_aggregate> read(int64_t number);
  /// The record without its other rows.
  std::optional<stored_aggregate> read_record(int64_t number);
  std::vector<stored_message> outbox_of(int64_t number);
  std::vector<unique_key> keys_of(int64_t number);
  std::vector<stored_row> rows_of(int64_t number);

  std::vector<stored_epoch> epochs();
  /// The claims that have not expired.
  std::vector<stored_step_claim> claims();

private:
  database& file_;
};

}  // namespace ironbus::sqlite
