#include "gateways/redis/redis_dial.hpp"
#include "tests/contract/store/crash_check.hpp"
#include "tests/contract/store/patient_store.hpp"
#include "tests/support/await.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <vector>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(redis_restart)

namespace {

/// The restarts that a store reports.
class restarts {
public:
  explicit restarts(store& watched) {
    watched.on_restart([all = all_](const store_restart& x) {
      std::lock_guard guard{all->mutex};
      all->noticed.push_back(x);
    });
  }
  size_t count() const {
    std::lock_guard guard{all_->mutex};
    return all_->noticed.size();
  }
  store_restart last() const {
    std::lock_guard guard{all_->mutex};
    return all_->noticed.back();
  }

private:
  struct shared {
    std::mutex mutex;
    std::vector<store_restart> noticed;
  };
  std::shared_ptr<shared> all_ = std::make_shared<shared>();
};

redis::connection_ptr dial_restarted(const redis_server& server) {
  redis::server address;
  address.port = static_cast<uint16_t>(server.port());
  return redis::dial(address, 1s, [] { return true; }).value();
}

/// Sends one command to the server directly.
redis::reply tell(const redis_server& server, std::initializer_list<std::string_view> words) {
  const auto connection = dial_restarted(server);
  return redis::ask(*connection, words).value();
}

bool says(const redis_server& server, std::string_view section, std::string_view line) {
  return redis::text_of(tell(server, {"INFO", section}).get()).find(line) != std::string_view::npos;
}

std::vector<std::string> replica_of(const redis_server& primary) {
  auto out = redis_server::durable();
  for (const auto& word :
       {std::string{"--replicaof"}, std::string{"127.0.0.1"}, std::to_string(primary.link_port()),
        std::string{"--repl-diskless-sync-delay"}, std::string{"0"}})
    out.push_back(word);
  return out;
}

/// A primary, its replica, and a Sentinel that handles failover.
struct replicated {
  redis_server primary;
  redis_server replica{replica_of(primary)};
  std::string settings =
      (std::filesystem::temp_directory_path() / ("ironbus-sentinel-" + random_name())).string();
  std::unique_ptr<redis_server> sentinel;

  replicated() {
    BOOST_TEST_REQUIRE(
        fulfilled([&] { return says(replica, "replication", "master_link_status:up"); }, 20s));
    std::ofstream{settings} << "sentinel monitor fleet 127.0.0.1 " << primary.link_port() << " 1\n"
                            << "sentinel down-after-milliseconds fleet 500\n"
                            << "sentinel failover-timeout fleet 3000\n";
    sentinel = std::make_unique<redis_server>(std::vector<std::string>{settings, "--sentinel"});
    BOOST_TEST_REQUIRE(fulfilled([&] { return says(*sentinel, "sentinel", "slaves=1"); }, 20s));
  }
  ~replicated() { std::filesystem::remove(settings); }

  redis_options options() const {
    auto out = sentinel->options();
    out.url = link_url("127.0.0.1:1,127.0.0.1:" + std::to_string(sentinel->link_port()) + "/fleet",
                       "+sentinel");
    if (link_is_encrypted()) {
      out.sentinel_user = redis_server::user;
      out.sentinel_password = redis_server::password;
    }
    return out;
  }
  /// From now on no write reaches a replica.
  void part() const {
    tell(primary, {"CONFIG", "SET", "requirepass", "changed"});
    const auto connection = dial_restarted(primary);
    redis::ask(*connection, {"AUTH", "changed"}).value();
    redis::ask(*connection, {"CLIENT", "KILL", "TYPE", "replica"}).value();
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(restart_is_noticed_and_fences_earlier_epochs) {
  redis_server server;
  auto store = open_patient(server.options());
  restarts noticed{*store};
  store_client client{*store};
  const auto before = client.acquire_shard(3).value();
  client.apply(owned("n1", 0, before)).value();
  BOOST_TEST(client.claim("s1", "w1/a")->former_epochs == 0u);
  server.crash();
  server.start();
  BOOST_TEST(answers_again(client));
  BOOST_TEST_REQUIRE(noticed.count() == 1u);
  BOOST_TEST(noticed.last().lost_writes == 0u);
  BOOST_TEST(code_of(client.apply(owned("n1", 1, before))) == "fenced");
  const auto after = client.acquire_shard(3).value();
  BOOST_TEST(after > before + 1);
  const auto former = client.claim("s2", "w1/a", claim_purpose::keep)->former_epochs;
  BOOST_TEST((before <= former && former < after));
  BOOST_TEST(client.apply(owned("n1", 1, after)).value() == 2u);
}

BOOST_AUTO_TEST_CASE(restart_reports_the_number_of_lost_writes) {
  redis_server server;
  auto store = open_patient(server.options());
  restarts noticed{*store};
  store_client client{*store};
  client.apply(change("n1")).value();
  const auto kept = server.log_bytes();
  client.apply(change("n2")).value();
  client.claim("step", "driver/1").value();
  BOOST_TEST(fulfilled([&] { return server.log_bytes() > kept; }, 10s));
  restart_without_the_end(server, kept);
  BOOST_TEST(answers_again(client));
  BOOST_TEST_REQUIRE(noticed.count() == 1u);
  BOOST_TEST(noticed.last().lost_writes == 2u);
  BOOST_TEST(code_of(client.load("n2")) == "not_found");
  BOOST_TEST(client.load("n1").value().version == 1u);
}

/// With `appendfsync everysec` Redis responds before it writes, while the previous sync is running.
BOOST_AUTO_TEST_CASE(kill_loses_and_counts_writes_delayed_by_a_slow_disk) {
  redis_server server{redis_server::synced("everysec"), disk::slow};
  auto store = open_patient(server.options());
  restarts noticed{*store};
  store_client client{*store};
  BOOST_TEST(store->durability().starts_with("process"));
  uint64_t version = 0;
  const auto commit_one = [&] { version = client.apply(change("n1", version)).value(); };
  BOOST_TEST_REQUIRE(fulfilled(
      [&] {
        commit_one();
        return server.keeps_writes_waiting();
      },
      20s));
  for (int further = 0; further < 3; ++further) commit_one();
  server.crash();
  server.start();
  BOOST_TEST(answers_again(client));
  BOOST_TEST_REQUIRE(noticed.count() == 1u);
  const auto found = client.load("n1");
  const auto kept = found ? found->version : 0;
  BOOST_TEST(kept < version);
  BOOST_TEST(noticed.last().lost_writes == version - kept);
}

BOOST_AUTO_TEST_CASE(existing_claims_are_kept_after_a_restart_before_new_ones) {
  redis_server server;
  auto store = open_patient(server.options());
  store_client client{*store};
  client.claim("s1", "w1/a").value();
  client.claim("s2", "w1/a").value();
  server.crash();
  server.start();
  BOOST_TEST(answers_again(client));
  BOOST_TEST(code_of(client.claim("s3", "w2/b")) == "unavailable");
  BOOST_TEST(code_of(client.take_over("s1", "w1/a", "w2/b")) == "unavailable");
  BOOST_TEST(client.claim("s2", "w1/a", claim_purpose::keep)->found);
  BOOST_TEST(client.claim("s4", "w1/a", claim_purpose::keep)->owner == "w1/a");
  BOOST_TEST(code_of(client.finish("s2", "w1/a", "{done}")) == "ok");
  BOOST_TEST(client.claim("s2", "w2/b")->outcome == "{done}");
  BOOST_TEST(fulfilled([&] { return client.claim("s3", "w2/b").has_value(); }));
  BOOST_TEST(client.take_over("s1", "w1/a", "w2/b")->owner == "w2/b");
}

BOOST_AUTO_TEST_CASE(lost_connection_is_not_a_restart) {
  redis_server server;
  auto store = open_patient(server.options());
  restarts noticed{*store};
  store_client client{*store};
  const auto epoch = client.acquire_shard(3).value();
  const auto other = dial_restarted(server);
  BOOST_TEST_REQUIRE(
      redis::ask(*other, {"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"}).has_value());
  BOOST_TEST(answers_again(client));
  BOOST_TEST(client.apply(owned("n1", 0, epoch)).value() == 1u);
  BOOST_TEST(noticed.count() == 0u);
}

BOOST_AUTO_TEST_CASE(emptied_database_counts_as_a_restart) {
  redis_server server;
  auto store = open_patient(server.options());
  restarts noticed{*store};
  store_client client{*store};
  client.apply(change("n1")).value();
  const auto other = dial_restarted(server);
  BOOST_TEST_REQUIRE(redis::ask(*other, {"FLUSHALL"}).has_value());
  BOOST_TEST_REQUIRE(
      redis::ask(*other, {"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"}).has_value());
  BOOST_TEST(answers_again(client));
  BOOST_TEST_REQUIRE(noticed.count() == 1u);
  BOOST_TEST(noticed.last().lost_writes == 1u);
}

BOOST_AUTO_TEST_CASE(failover_is_followed_and_reports_missing_writes) {
  replicated servers;
  auto store = open_patient(servers.options());
  restarts noticed{*store};
  store_client client{*store};
  const auto before = client.acquire_shard(3).value();
  client.apply(owned("n1", 0, before)).value();
  tell(servers.primary, {"WAIT", "1", "5000"});
  servers.part();
  client.apply(owned("n2", 0, before)).value();
  servers.primary.crash();
  BOOST_TEST(answers_again(client));
  BOOST_TEST_REQUIRE(noticed.count() == 1u);
  BOOST_TEST(noticed.last().lost_writes == 1u);
  BOOST_TEST(client.load("n1").value().version == 1u);
  BOOST_TEST(code_of(client.load("n2")) == "not_found");
  BOOST_TEST(code_of(client.apply(owned("n1", 1, before))) == "fenced");
  const auto after = client.acquire_shard(3).value();
  BOOST_TEST(client.apply(owned("n1", 1, after)).value() == 2u);
}

BOOST_AUTO_TEST_CASE(write_without_a_replica_is_not_acknowledged) {
  replicated servers;
  auto options = servers.options();
  options.wait_replicas = 1;
  options.wait_timeout = 1s;
  auto store = open_patient(options);
  restarts noticed{*store};
  store_client client{*store};
  // A replica counts from its first acknowledgement after loading everything.
  BOOST_TEST_REQUIRE(fulfilled([&] { return client.apply(change(random_name())).has_value(); }));
  client.apply(change("n1")).value();
  servers.part();
  const auto refused = client.apply(change("n2"));
  BOOST_TEST(code_of(refused) == "unavailable");
  BOOST_TEST(refused.error().message.find("too few replicas") != std::string::npos);
  BOOST_TEST(client.load("n1").has_value());  // reads need no replica
  servers.primary.crash();
  BOOST_TEST(answers_again(client));
  BOOST_TEST_REQUIRE(noticed.count() == 1u);
  BOOST_TEST(noticed.last().lost_writes == 0u);
  BOOST_TEST(client.load("n1").value().version == 1u);
}

BOOST_AUTO_TEST_CASE(primary_that_requires_replicas_rejects_writes_without_them) {
  redis_server primary;
  auto replica = std::make_unique<redis_server>(replica_of(primary));
  BOOST_TEST_REQUIRE(
      fulfilled([&] { return says(*replica, "replication", "master_link_status:up"); }, 20s));
  tell(primary, {"CONFIG", "SET", "min-replicas-to-write", "1"});
  auto store = open_patient(primary.options());
  store_client client{*store};
  BOOST_TEST(fulfilled([&] { return client.apply(change("n1")).has_value(); }, 20s));
  replica->crash();
  BOOST_TEST(fulfilled([&] { return says(primary, "replication", "connected_slaves:0"); }, 20s));
  const auto refused = client.apply(change("n2"));
  BOOST_TEST(code_of(refused) == "unavailable");
  BOOST_TEST(refused.error().message.find("NOREPLICAS") != std::string::npos);
  BOOST_TEST(code_of(client.load("n2")) == "not_found");
}

BOOST_AUTO_TEST_SUITE_END()
