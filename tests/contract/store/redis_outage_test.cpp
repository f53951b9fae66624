#include "gateways/redis/redis_dial.hpp"
#include "gateways/redis/redis_store.hpp"
#include "tests/contract/store/crash_check.hpp"
#include "tests/contract/store/redis_server.hpp"
#include "tests/support/await.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(redis_outage)

namespace {

using clock = std::chrono::steady_clock;

std::unique_ptr<redis_store> open_store(const redis_server& server) {
  auto options = server.options();
  options.command_timeout = 500ms;
  options.retry_max = 100ms;
  return redis_store::open(options).value();
}

result<redis::connection_ptr> dial(const redis_server& server) {
  redis::server address;
  address.port = static_cast<uint16_t>(server.port());
  return redis::dial(address, 1s, [] { return true; });
}

bool comes_back(store_client& client) {
  return fulfilled([&] { return client.ping().has_value(); }, 10s);
}

constexpr size_t writers = 4;
using numbers = std::array<std::atomic<uint64_t>, writers>;

/// Waits for the growth of counters that other threads increment.
class growth {
public:
  explicit growth(numbers& watched) : watched_{watched} {
    std::copy(watched.begin(), watched.end(), before_.begin());
  }
  /// Waits until each counter has grown by `more`.
  void await(uint64_t more) {
    for (size_t i = 0; i < writers; ++i)
      for (auto now = watched_[i].load(); now < before_[i] + more; now = watched_[i].load())
        watched_[i].wait(now);
  }

private:
  numbers& watched_;
  std::array<uint64_t, writers> before_{};
};

/// Commits one node repeatedly. After a failure it reads the current version.
void commit_until(const std::atomic<bool>& stop, store_client client, const std::string& id,
                  std::atomic<uint64_t>& acknowledged, std::atomic<uint64_t>& failures) {
  uint64_t version = 0;
  while (!stop) {
    auto next = telltale(id, version);
    next.shard.reset();  // the owner of a shard must acquire it again after a restart
    if (auto done = client.apply(std::move(next))) {
      acknowledged = version = *done;
      acknowledged.notify_all();
      continue;
    }
    ++failures;
    failures.notify_all();
    if (!comes_back(client)) continue;
    if (auto now = client.load(id)) version = now->version;
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(killed_server_loses_nothing_acknowledged) {
  redis_server server;
  auto store = open_store(server);
  store_client client{*store};
  numbers acknowledged{}, failures{};
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (size_t i = 0; i < writers; ++i)
    threads.emplace_back([&, i] {
      commit_until(stop, client, "n" + std::to_string(i), acknowledged[i], failures[i]);
    });
  for (int crash = 0; crash < 3; ++crash) {
    growth{acknowledged}.await(10);  // it dies while all threads are working
    growth noticed{failures};
    server.crash();
    noticed.await(1);
    server.start();
    BOOST_TEST(comes_back(client));  // the same store object
  }
  stop = true;
  for (auto& thread : threads) thread.join();
  for (size_t i = 0; i < writers; ++i) {
    BOOST_TEST(acknowledged[i] > 3u);
    check_whole(client, "n" + std::to_string(i), acknowledged[i]);
  }
}

BOOST_AUTO_TEST_CASE(calls_fail_at_once_while_the_server_is_down) {
  redis_server server;
  auto store = open_store(server);
  store_client client{*store};
  client.apply(change("n1")).value();
  server.crash();
  auto begin = clock::now();
  for (int i = 0; i < 20; ++i) {
    BOOST_TEST(code_of(client.apply(change("n1", 1))) == "unavailable");
    BOOST_TEST(code_of(client.load("n1")) == "unavailable");
    BOOST_TEST(code_of(client.list(all_nodes())) == "unavailable");
    BOOST_TEST(code_of(client.ping()) == "unavailable");
  }
  BOOST_TEST((clock::now() - begin < 1s));
  server.start();
  BOOST_TEST(comes_back(client));
  BOOST_TEST(client.apply(change("n1", 1)).value() == 2u);
}

BOOST_AUTO_TEST_CASE(store_opens_before_its_server_starts) {
  redis_server server;
  server.crash();
  auto store = open_store(server);
  store_client client{*store};
  BOOST_TEST(code_of(client.ping()) == "unavailable");
  BOOST_TEST(store->durability().starts_with("unknown"));
  server.start();
  BOOST_TEST(comes_back(client));
  BOOST_TEST(store->durability().starts_with("full"));
}

BOOST_AUTO_TEST_CASE(frozen_server_is_abandoned_after_the_command_timeout) {
  redis_server server;
  auto store = open_store(server);
  store_client client{*store};
  client.ping().value();
  server.freeze();
  auto begin = clock::now();
  const auto unclear = client.apply(change("n1"));
  BOOST_TEST(code_of(unclear) == "unavailable");
  BOOST_TEST(!unclear.error().nothing_done);
  BOOST_TEST((clock::now() - begin < 2s));
  server.thaw();
  BOOST_TEST(comes_back(client));
  // Whether the commit was applied is unknown; it was not applied twice.
  auto version = client.load("n1").map([](const auto& x) { return x.version; }).value_or(0);
  BOOST_TEST(version <= 1u);
}

BOOST_AUTO_TEST_CASE(scripts_are_resent_when_the_server_has_lost_them) {
  redis_server server;
  auto store = open_store(server);
  store_client client{*store};
  auto other = dial(server);
  BOOST_TEST_REQUIRE(redis::ask(**other, {"SCRIPT", "FLUSH"}).has_value());
  BOOST_TEST(client.apply(change("n1")).value() == 1u);
  BOOST_TEST(client.apply(change("n1", 1)).value() == 2u);
}

BOOST_AUTO_TEST_CASE(full_server_is_unavailable_and_changes_nothing) {
  redis_server server;
  auto store = open_store(server);
  store_client client{*store};
  client.apply(change("n1")).value();
  auto other = dial(server);
  BOOST_TEST_REQUIRE(redis::ask(**other, {"CONFIG", "SET", "maxmemory", "1mb"}).has_value());
  auto refused = client.apply(telltale("n2", 0));
  BOOST_TEST(code_of(refused) == "unavailable");
  BOOST_TEST(refused.error().message.find("OOM") != std::string::npos);
  BOOST_TEST(refused.error().nothing_done);
  BOOST_TEST(code_of(client.try_write()) == "unavailable");
  BOOST_TEST(code_of(client.ping()) == "ok");
  BOOST_TEST(code_of(client.load("n2")) == "not_found");
  BOOST_TEST(client.ids(all_nodes()).empty());
  BOOST_TEST_REQUIRE(redis::ask(**other, {"CONFIG", "SET", "maxmemory", "0"}).has_value());
  BOOST_TEST(client.apply(telltale("n2", 0)).value() == 1u);
  BOOST_TEST(code_of(client.try_write()) == "ok");
}

BOOST_AUTO_TEST_CASE(unsent_call_was_certainly_not_applied) {
  redis_server server;
  auto store = open_store(server);
  store_client client{*store};
  server.crash();
  BOOST_TEST(fulfilled([&] { return code_of(client.ping()) == "unavailable"; }));
  const auto refused = client.apply(change("n1"));
  BOOST_TEST(code_of(refused) == "unavailable");
  BOOST_TEST(refused.error().nothing_done);
}

BOOST_AUTO_TEST_CASE(destroyed_store_answers_pending_calls) {
  redis_server server;
  std::atomic<int> answered{0};
  {
    auto store = open_store(server);
    for (int i = 0; i < 500; ++i)
      store->apply(change("n" + std::to_string(i)), [&](auto) { ++answered; });
    store->list(all_nodes(), [&](auto) { ++answered; });
  }
  BOOST_TEST(answered == 501);
}

BOOST_AUTO_TEST_SUITE_END()
