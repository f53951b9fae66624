#pragma once

#include "gateways/redis/redis_options.hpp"
#include "messages/ports/store.hpp"
#include "messages/ports/store_maintenance.hpp"

#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ironbus::test {

/// Calls a store and waits for the response. Throws after 20 s.
class store_client {
public:
  explicit store_client(store& x) : store_{x} {}

  commit_result apply(commit x);
  result<stored> load(const std::string& id, const std::string& aggregate = "node");
  result<std::string> resolve(const std::string& space, const std::string& value);
  result<std::vector<listed>> list(query x);
  /// The ids of one page, or the code of the failure.
  std::vector<std::string> ids(query query);
  /// Counts rows of "nodes".
  result<std::vector<uint64_t>> count(std::string column, std::vector<std::string> values);
  result<uint64_t> acquire_shard(uint32_t shard);
  result<std::vector<attention>> attention_of(uint32_t shard);
  result<std::monostate> announce(member x, std::chrono::milliseconds ttl);
  result<std::vector<member>> members();
  result<step_claim> claim(const std::string& key, const std::string& owner,
                           claim_purpose purpose = claim_purpose::begin);
  result<step_claim> read_claim(const std::string& key);
  result<step_claim> take_over(const std::string& key, const std::string& source,
                               const std::string& owner);
  result<std::monostate> finish(const std::string& key, const std::string& owner,
                                const std::string& outcome);
  event_page events(event_query x = {});
  trimmed_events trim(event_retention x);
  result<std::monostate> ping();
  result<std::monostate> try_write();

  store& raw() { return store_; }

private:
  template <class Result, class Call>
  Result wait_for(Call call);
  template <class T, class Call>
  result<T> wait(Call call);

  store& store_;
};

/// A new empty store for one test case, deleted at the end.
class fresh_store {
public:
  /// "redis" (in the server of test_redis()), "sqlite", or "simulated", which has no tools and is
  /// not persistent.
  explicit fresh_store(const std::string& kind);
  ~fresh_store();

  fresh_store(const fresh_store&) = delete;
  fresh_store& operator=(const fresh_store&) = delete;

  store_client* operator->() { return client_.get(); }
  store_client& operator*() { return *client_; }

  /// The same store for tools.
  std::unique_ptr<store_maintenance> maintenance() const;
  /// Closes the store until it is opened again.
  void close();
  void open();
  std::string file() const { return folder_ + "/store.db"; }
  const std::string& prefix() const { return prefix_; }

private:
  std::string prefix_;  ///< Of Redis keys.
  std::string folder_;  ///< Of the SQLite file.
  std::unique_ptr<store> store_;
  std::unique_ptr<store_client> client_;
};

/// Options for the Redis of ops/cluster, with the suite's kind of connection; throws if there is
/// none.
redis_options test_redis();
/// A text that no other test run uses.
std::string random_name();

/// A commit of node `id` with the snapshot "<id> <new version>".
commit change(const std::string& id, uint64_t expected_version = 0);
/// A row of "nodes" with the summary "<id>".
row node_row(const std::string& id, std::vector<std::pair<std::string, std::string>> columns = {});
/// A query of "nodes".
query all_nodes(std::vector<filter> filters = {});

/// "ok", or the name of the failure's code.
template <class T, class Failure>
std::string code_of(const tl::expected<T, Failure>& x) {
  return x ? "ok" : std::string{to_string(x.error().code)};
}

}  // namespace ironbus::test
