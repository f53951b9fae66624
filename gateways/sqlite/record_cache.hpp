#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ironbus::sqlite {

/// Names and values.
using row_columns = std::vector<std::pair<std::string, std::string>>;

/// A row in the file.
struct known_row {
  std::string collection;
  std::string id;
  int64_t sequence = 0;
  row_columns columns{};  ///< Sorted, without duplicates.
};

/// The cached data of a record for its commits.
struct known_record {
  int64_t number = 0;  ///< 0 if the record does not exist.
  uint64_t version = 0;
  uint32_t shard = 0;
  bool erased = false;
  std::vector<known_row> rows{};  ///< Its rows that were read.

  known_row* find(std::string_view collection, std::string_view id);
};

/// The most recently written records, so that most commits read nothing. Only the writer changes
/// the file, so the cache is correct if it is cleared after every rollback.
class record_cache {
public:
  explicit record_cache(size_t records_max) : records_max_{records_max} {}

  /// Null if it is not cached. Valid until the next `put`, `erase` or `clear`.
  known_record* find(const std::string& aggregate, const std::string& id);
  /// May remove the least recently used record.
  known_record& put(const std::string& aggregate, const std::string& id, known_record record);
  void erase(const std::string& aggregate, const std::string& id);
  void clear();

private:
  using entry = std::pair<std::string, known_record>;

  const size_t records_max_;
  std::list<entry> entries_;  ///< The most recently used one first.
  std::unordered_map<std::string_view, std::list<entry>::iterator> by_key_;
};

}  // namespace ironbus::sqlite
