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

/// A row as it is in the file.
struct known_row {
  std::string collection;
  std::string id;
  int64_t sequence = 0;
  row_columns columns{};  ///< Sorted, each pair once.
};

/// What a commit needs to know of the record it changes.
struct known_record {
  int64_t number = 0;  ///< 0: there is no such record.
  uint64_t version = 0;
  uint32_t shard = 0;
  bool erased = false;
  std::vector<known_row> rows{};  ///< Those of its rows that have been looked at.

  known_row* find(std::string_view collection, std::string_view id);
};

/// The records that were written last, so that most commits read nothing. The writer alone changes
/// the file, so it is right as long as it is forgotten with every transaction that is rolled back.
class record_cache {
public:
  explicit record_cache(size_t records_max) : records_max_{records_max} {}

  /// Null: not known. Valid until the next `put`, `erase` or `clear`.
  known_record* find(const std::string& aggregate, const std::string& id);
  /// May forget the one that has been used least lately.
  known_record& put(const std::string& aggregate, const std::string& id, known_record record);
  void erase(const std::string& aggregate, const std::string& id);
  void clear();

private:
  using entry = std::pair<std::string, known_record>;

  const size_t records_max_;
  std::list<entry> entries_;  ///< The one used last in front.
  std::unordered_map<std::string_view, std::list<entry>::iterator> by_key_;
};

}  // namespace ironbus::sqlite
