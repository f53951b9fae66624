#pragma once

#include "messages/ports/commit.hpp"
#include "messages/ports/store_callback.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ironbus {

/// Write access to aggregates: commits with their outboxes, and ownership of shards.
///
/// Calls of one caller for one record are applied in order, including its loads (listings). A
/// commit that was reported as done survives kill -9 of this process and of the store's.
class aggregates {
public:
  template <class T>
  using callback = store_callback<T>;

  virtual ~aggregates() = default;

  using commit_callback = std::function<void(commit_result)>;

  /// Applies a commit; returns the new version. Failures: `fenced`, `stale_version`, or `conflict`
  /// if a claimed key or a row belongs to another aggregate (`taken` names it); then nothing is
  /// changed. After `unavailable` it is unknown whether the commit was applied: load the record to
  /// find out.
  virtual void apply(commit x, commit_callback done) = 0;

  /// Records that the outbox up to this version was published; forgets an erased record. Entries of
  /// later commits stay, and so does the record.
  virtual void mark_published(std::string aggregate, std::string id, uint64_t version) = 0;

  /// Starts an ownership of a shard; all earlier epochs of it are fenced.
  virtual void acquire_shard(uint32_t shard, callback<uint64_t> done) = 0;

  /// Records of a shard that have a deadline or unpublished entries.
  virtual void attention_of(std::string aggregate, uint32_t shard,
                            callback<std::vector<attention>> done) = 0;
};

}  // namespace ironbus
