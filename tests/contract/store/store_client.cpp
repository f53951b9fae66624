#include "tests/contract/store/store_client.hpp"

#include "gateways/redis/maintenance/redis_maintenance.hpp"
#include "gateways/redis/redis_session.hpp"
#include "gateways/redis/redis_store.hpp"
#include "gateways/sqlite/maintenance/sqlite_maintenance.hpp"
#include "gateways/sqlite/sqlite_store.hpp"
#include "tests/simulation/doubles/live_store.hpp"
#include "tests/support/test_link.hpp"

#include <filesystem>
#include <random>
#include <stdexcept>

namespace ironbus::test {

using namespace std::chrono_literals;

namespace {

void delete_keys(const std::string& prefix) {
  const auto options = test_redis();
  auto target = redis::parse_url(options.url);
  auto connection = redis::dial(
      *target, 1s, [] { return true; }, options.tls);
  if (!connection || !redis::log_in(**connection, *target)) return;
  (void)redis::ask(**connection, {"EVAL",
                                  "for _, k in ipairs(redis.call('KEYS', ARGV[1])) do "
                                  "redis.call('UNLINK', k) end",
                                  "0", prefix + "*"});
}

redis_options options_of(const std::string& prefix) {
  auto options = test_redis();
  options.prefix = prefix;
  return options;
}

template <class T>
T opened(result<T> given) {
  if (!given) throw std::runtime_error{given.error().message};
  return *std::move(given);
}

}  // namespace

template <class Result, class Call>
Result store_client::wait_for(Call call) {
  auto answer = std::make_shared<std::promise<Result>>();
  auto come = answer->get_future();
  call([answer](Result x) { answer->set_value(std::move(x)); });
  if (come.wait_for(20s) != std::future_status::ready)
    throw std::runtime_error{"the store did not answer within 20 s"};
  return come.get();
}

template <class T, class Call>
result<T> store_client::wait(Call call) {
  return wait_for<result<T>>(std::move(call));
}

commit_result store_client::apply(commit x) {
  return wait_for<commit_result>([&](auto done) { store_.apply(std::move(x), done); });
}

result<stored> store_client::load(const std::string& id, const std::string& aggregate) {
  return wait<stored>([&](auto done) { store_.load(aggregate, id, done); });
}

result<std::string> store_client::resolve(const std::string& space, const std::string& value) {
  return wait<std::string>([&](auto done) { store_.resolve({space, value}, done); });
}

result<std::vector<listed>> store_client::list(query x) {
  return wait<std::vector<listed>>([&](auto done) { store_.list(std::move(x), done); });
}

std::vector<std::string> store_client::ids(query query) {
  auto page = list(std::move(query));
  if (!page) return {code_of(page)};
  std::vector<std::string> found;
  for (auto& row : *page) found.push_back(std::move(row.id));
  return found;
}

result<std::vector<uint64_t>> store_client::count(std::string column,
                                                  std::vector<std::string> values) {
  return wait<std::vector<uint64_t>>(
      [&](auto done) { store_.count("nodes", std::move(column), std::move(values), done); });
}

result<uint64_t> store_client::acquire_shard(uint32_t shard) {
  return wait<uint64_t>([&](auto done) { store_.acquire_shard(shard, done); });
}

result<std::vector<attention>> store_client::attention_of(uint32_t shard) {
  return wait<std::vector<attention>>([&](auto done) { store_.attention_of("node", shard, done); });
}

result<std::monostate> store_client::announce(member x, std::chrono::milliseconds ttl) {
  return wait<std::monostate>([&](auto done) { store_.announce(std::move(x), ttl, done); });
}

result<std::vector<member>> store_client::members() {
  return wait<std::vector<member>>([&](auto done) { store_.members(done); });
}

result<step_claim> store_client::claim(const std::string& key, const std::string& owner,
                                       claim_purpose purpose) {
  return wait<step_claim>([&](auto done) { store_.claim_step(key, owner, purpose, done); });
}

result<step_claim> store_client::read_claim(const std::string& key) {
  return wait<step_claim>([&](auto done) { store_.read_claim(key, done); });
}

result<step_claim> store_client::take_over(const std::string& key, const std::string& source,
                                           const std::string& owner) {
  return wait<step_claim>([&](auto done) { store_.take_over_step(key, source, owner, done); });
}

result<std::monostate> store_client::finish(const std::string& key, const std::string& owner,
                                            const std::string& outcome) {
  return wait<std::monostate>([&](auto done) { store_.finish_step(key, owner, outcome, done); });
}

event_page store_client::events(event_query x) {
  return wait<event_page>([&](auto done) { store_.read_events(std::move(x), done); }).value();
}

trimmed_events store_client::trim(event_retention x) {
  return wait<trimmed_events>([&](auto done) { store_.trim_events(x, done); }).value();
}

result<std::monostate> store_client::ping() {
  return wait<std::monostate>([&](auto done) { store_.ping(done); });
}

result<std::monostate> store_client::try_write() {
  return wait<std::monostate>([&](auto done) { store_.try_write(done); });
}

fresh_store::fresh_store(const std::string& kind) {
  if (kind == "redis") {
    prefix_ = "ironbus-test-" + random_name() + ":";
  } else if (kind == "sqlite") {
    folder_ = std::filesystem::temp_directory_path() / ("ironbus-test-" + random_name());
    std::filesystem::create_directory(folder_);
  }
  open();
}

void fresh_store::open() {
  if (!prefix_.empty())
    store_ = opened(redis_store::open(options_of(prefix_)));
  else if (!folder_.empty())
    store_ = opened(sqlite_store::open({.path = file()}));
  else
    store_ = std::make_unique<simulation::live_store>(std::random_device{}());
  client_ = std::make_unique<store_client>(*store_);
}

void fresh_store::close() {
  client_.reset();
  store_.reset();
}

std::unique_ptr<store_maintenance> fresh_store::maintenance() const {
  if (!prefix_.empty()) return std::make_unique<redis_maintenance>(options_of(prefix_));
  return std::make_unique<sqlite_maintenance>(sqlite_options{.path = file()});
}

fresh_store::~fresh_store() {
  store_.reset();
  if (!prefix_.empty()) delete_keys(prefix_);
  if (!folder_.empty()) std::filesystem::remove_all(folder_);
}

redis_options test_redis() {
  redis_options out;
  out.url =
      from_cluster(link_is_encrypted() ? "IRONBUS_TEST_REDISS_URL" : "IRONBUS_TEST_REDIS_URL");
  if (link_is_encrypted()) out.tls = cluster_tls();
  return out;
}

std::string random_name() {
  std::random_device device;
  return std::to_string(device()) + std::to_string(device());
}

commit change(const std::string& id, uint64_t expected_version) {
  commit x;
  x.aggregate = "node";
  x.id = id;
  x.expected_version = expected_version;
  x.snapshot = id + " " + std::to_string(expected_version + 1);
  return x;
}

row node_row(const std::string& id, std::vector<std::pair<std::string, std::string>> columns) {
  return {"nodes", id, id, std::move(columns)};
}

query all_nodes(std::vector<filter> filters) {
  query x;
  x.collection = "nodes";
  x.filters = std::move(filters);
  return x;
}

}  // namespace ironbus::test
