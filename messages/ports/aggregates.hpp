#pragma once

#include "messages/ports/commit.hpp"
#include "messages/ports/store_callback.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ironbus {

/// What the owners of aggregates write: commits with their outboxes, and who owns a shard.
///
/// Calls of one caller for one record are applied in their order, its loads (listings) included.
/// What is reported as committed survives kill -9 of this process and of the store's.
class aggregates {
public:
  template <class T>
  using callback = store_callback<T>;

  virtual ~aggregates() = default;

  using commit_callback = std::function<void(commit_result)>;

  /// Applies a commit; gives the new version. Failures: `fenced`, `stale_version`, or `conflict`
  /// if a claimed key, or a row put, belongs to another aggregate: `taken` says which. Then
  /// nothing is changed. After `unavailable` it is unknown whether the commit holds: load to learn.
  virtual void apply(commit x, commit_callback done) = 0;

  /// Says that the outbox up to this version has been published; forgets an erased record. What
  /// later commits have added stays, and so does the record.
  virtual void mark_published(std::string aggregate, std::string id, uint64_t version) = 0;

  /// Begins the ownership of a shard; every earlier epoch of it is fenced from now on.
  virtual void acquire_shard(uint32_t shard, callback<uint64_t> done) = 0;

  /// Records of a shard that have a deadline or something unpublished.
  virtual void attention_of(std::string aggregate, uint32_t shard,
                            callback<std::vector<attention>> done) = 0;
};

}  // namespace ironbus
