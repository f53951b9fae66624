#pragma once

#include "gateways/sqlite/database/database.hpp"
#include "gateways/sqlite/event_writer.hpp"
#include "gateways/sqlite/listing_writer.hpp"
#include "gateways/sqlite/record_cache.hpp"
#include "messages/ports/commit.hpp"

#include <optional>
#include <unordered_map>

namespace ironbus::sqlite {

/// Makes the store's changes within the caller's transaction. All checks come before the first
/// write. All functions throw `database_error`; then the caller must roll back.
class commit_writer {
public:
  explicit commit_writer(database& file);

  /// See `store::apply`.
  commit_result apply(const commit& commit);
  /// See `store::mark_published`.
  void mark_published(const std::string& aggregate, const std::string& id, uint64_t version);
  /// See `store::acquire_shard`.
  uint64_t acquire_shard(uint32_t shard);
  /// See `store::trim_events`.
  trimmed_events trim_events(const event_retention& kept) { return events_.trim(kept); }

  /// A transaction was rolled back, so cached data may be wrong.
  void forget();

private:
  known_record read(const std::string& aggregate, const std::string& id);
  std::optional<commit_failure> check(const commit& commit, known_record& now);
  std::optional<failure> check_epoch(const commit& commit);
  std::optional<commit_failure> check_claims(const commit& commit, const known_record& now);
  void write(const commit& commit, known_record& record);
  void write_record(const commit& commit, known_record& record);
  void write_keys(const commit& commit, int64_t number);
  void delete_keys(int64_t number);
  void append_outbox(const commit& commit, const known_record& record);
  bool forget_if_done(const known_record& record);

  database& file_;
  listing_writer listings_;
  event_writer events_;
  record_cache records_;
  std::unordered_map<uint32_t, uint64_t> epochs_;  ///< By shard.

  kept_statement find_record_;
  kept_statement insert_record_;
  kept_statement update_record_;
  kept_statement append_;
  kept_statement drop_;
};

}  // namespace ironbus::sqlite
