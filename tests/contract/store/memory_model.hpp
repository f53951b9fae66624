#pragma once

#include "messages/ports/store.hpp"

#include <map>
#include <string>
#include <vector>

namespace ironbus::test {

/// A reference implementation of the store's responses: plain maps with linear search.
class memory_model {
public:
  commit_result apply(const commit& commit);
  void mark_published(const std::string& id, uint64_t version);
  result<stored> load(const std::string& id) const;
  result<std::string> resolve(const unique_key& key) const;
  result<std::vector<listed>> list(const query& query) const;
  std::vector<attention> attention_of(uint32_t shard) const;
  uint64_t acquire_shard(uint32_t shard) { return ++epochs_[shard]; }

private:
  struct record {
    stored data;
    std::vector<uint64_t> outbox_versions;
    uint32_t shard = 0;
    decltype(commit::attention) due;
  };
  struct placed_row {
    row data;
    std::string owner;
  };

  std::optional<commit_failure> refusal(const commit& commit) const;
  void remove_rows(const commit& commit);
  void put_rows(const commit& commit);
  void move_keys(const commit& commit);
  placed_row* find(const std::string& collection, const std::string& id);

  std::map<std::string, record> records_;
  std::map<std::pair<std::string, std::string>, std::string> keys_;
  std::vector<placed_row> rows_;  ///< In the order of creation.
  std::map<uint32_t, uint64_t> epochs_;
};

}  // namespace ironbus::test
