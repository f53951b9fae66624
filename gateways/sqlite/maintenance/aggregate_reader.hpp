#pragma once

#include "gateways/sqlite/database/database.hpp"
#include "messages/ports/stored_items.hpp"

#include <optional>
#include <vector>

namespace ironbus::sqlite {

/// Reads all of a file, item by item; what belongs together is read in a transaction of the
/// caller's. Calls throw `database_error`.
class aggregate_reader {
public:
  explicit aggregate_reader(database& file) : file_{file} {}

  /// Of all records, by aggregate and id.
  std::vector<int64_t> numbers();
  /// Unset: there is no such record.
  std::optional<stored_aggregate> read(int64_t number);
  /// The record without what hangs on it.
  std::optional<stored_aggregate> read_record(int64_t number);
  std::vector<stored_message> outbox_of(int64_t number);
  std::vector<unique_key> keys_of(int64_t number);
  std::vector<stored_row> rows_of(int64_t number);

  std::vector<stored_epoch> epochs();
  /// Those that are still kept.
  std::vector<stored_step_claim> claims();

private:
  database& file_;
};

}  // namespace ironbus::sqlite
