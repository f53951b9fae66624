#pragma once

#include "gateways/sqlite/sqlite_options.hpp"
#include "messages/ports/store.hpp"

#include <memory>

namespace ironbus {

/// The store of a single process: one SQLite file, which no other process may open at the same
/// time. docs/reference/store.md describes its tables.
///
/// Commits run on their own thread, many per transaction, and are on disk when acknowledged. Lists
/// and other reads run in parallel on a second thread. Callbacks run on one of the two.
class sqlite_store final : public store {
public:
  /// Opens or creates the file. `conflict` if another process uses it, `invalid` if a newer ironbus
  /// or another program wrote it, `unavailable` if it cannot be opened. The error names the file
  /// and the reason.
  static result<std::unique_ptr<sqlite_store>> open(const sqlite_options& options);

  ~sqlite_store() override;

  void apply(commit x, commit_callback done) override;
  void mark_published(std::string aggregate, std::string id, uint64_t version) override;
  void load(std::string aggregate, std::string id, callback<stored> done) override;
  void resolve(unique_key key, callback<std::string> done) override;
  void list(query x, callback<std::vector<listed>> done) override;
  void count(std::string collection, std::string column, std::vector<std::string> values,
             callback<std::vector<uint64_t>> done) override;
  void acquire_shard(uint32_t shard, callback<uint64_t> done) override;
  void attention_of(std::string aggregate, uint32_t shard,
                    callback<std::vector<attention>> done) override;
  void announce(member member, std::chrono::milliseconds ttl,
                callback<std::monostate> done) override;
  void withdraw(std::string name, std::string incarnation) override;
  void members(callback<std::vector<member>> done) override;
  void claim_step(std::string key, std::string owner, claim_purpose purpose,
                  callback<step_claim> done) override;
  void read_claim(std::string key, callback<step_claim> done) override;
  void take_over_step(std::string key, std::string dead_owner, std::string owner,
                      callback<step_claim> done) override;
  void finish_step(std::string key, std::string owner, std::string outcome,
                   callback<std::monostate> done) override;
  void read_events(event_query x, callback<event_page> done) override;
  void trim_events(event_retention x, callback<trimmed_events> done) override;
  void ping(callback<std::monostate> done) override;
  /// Never calls it: the store's data on disk survives the process.
  void on_restart(std::function<void(const store_restart&)>) override {}
  void try_write(callback<std::monostate> done) override;
  std::string durability() const override;

private:
  struct parts;

  explicit sqlite_store(std::unique_ptr<parts> x);

  std::unique_ptr<parts> parts_;
};

}  // namespace ironbus
