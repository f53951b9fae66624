// A Redis that accepts no writes can still be read.

#include "gateways/redis/redis_session.hpp"
#include "tests/contract/store/on_stores.hpp"
#include "tests/contract/store/patient_store.hpp"
#include "tests/support/await.hpp"

#include <atomic>
#include <filesystem>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

/// A setting that makes a server reject all writes, and the start of its error.
struct refusal_of_writes {
  std::string setting;
  std::string refusing;
  std::string taking;
  std::string says;
};

std::ostream& operator<<(std::ostream& out, const refusal_of_writes& x) { return out << x.says; }

const std::vector<refusal_of_writes> refusals{{"maxmemory", "1mb", "0", "OOM"},
                                              {"min-replicas-to-write", "1", "0", "NOREPLICAS"}};

redis::session hand_in(const redis_server& server) {
  return redis::session::open(server.options()).value();
}

commit kept_node(uint64_t version, uint64_t epoch) {
  auto out = owned("n1", version, epoch);
  out.put = {node_row("n1", {{"state", "active"}})};
  out.claim = {{"nodes.name", "web-1"}};
  return out;
}

/// All reading calls.
void check_reads(store_client& client) {
  BOOST_TEST(client.load("n1").value().version == 1u);
  BOOST_TEST(client.resolve("nodes.name", "web-1").value() == "n1");
  BOOST_TEST(client.ids(all_nodes()) == texts{"n1"}, boost::test_tools::per_element());
  BOOST_TEST(client.count("state", {"active"}).value().front() == 1u);
  BOOST_TEST(client.attention_of(3).has_value());
  BOOST_TEST(client.members().value().size() == 1u);
  BOOST_TEST(client.read_claim("step").value().owner == "w1/a");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(redis_full)

BOOST_DATA_TEST_CASE(restarted_server_without_writes_is_readable,
                     boost::unit_test::data::make(refusals), given) {
  redis_server server;
  const auto store = open_patient(server.options());
  std::atomic<int> restarts{0};
  store->on_restart([&](const store_restart& x) {
    ++restarts;
    BOOST_TEST(x.lost_writes == 0u);
  });
  store_client client{*store};
  const auto before = client.acquire_shard(3).value();
  client.apply(kept_node(0, before)).value();
  client.announce({"w1", "a", ""}, 1h).value();
  client.claim("step", "w1/a").value();

  server.crash();
  server.add_arguments({"--" + given.setting, given.refusing});
  server.start();
  BOOST_TEST(answers_again(client));
  BOOST_TEST(restarts == 1);  // memory may be newer than the stored data
  check_reads(client);
  const auto refused = client.apply(kept_node(1, before));
  BOOST_TEST(code_of(refused) == "unavailable");
  BOOST_TEST(refused.error().message.find(given.says) != std::string::npos);
  BOOST_TEST(refused.error().nothing_done);
  BOOST_TEST(code_of(client.acquire_shard(3)) == "unavailable");
  BOOST_TEST(code_of(client.try_write()) == "unavailable");
  BOOST_TEST(code_of(client.take_over("step", "w1/a", "w2/b")) == "unavailable");
  check_reads(client);

  BOOST_REQUIRE(hand_in(server).ask({"CONFIG", "SET", given.setting, given.taking}).has_value());
  BOOST_TEST(fulfilled([&] { return client.try_write().has_value(); }));
  BOOST_TEST(code_of(client.apply(kept_node(1, before))) == "fenced");
  const auto after = client.acquire_shard(3).value();
  BOOST_TEST(after > before + 1);
  BOOST_TEST(client.apply(kept_node(1, after)).value() == 2u);
  BOOST_TEST(restarts == 1);
}

BOOST_AUTO_TEST_CASE(store_opens_while_its_server_is_full) {
  redis_server server;
  server.crash();
  server.add_arguments({"--maxmemory", "1mb"});
  server.start();
  const auto store = open_patient(server.options());
  store_client client{*store};
  BOOST_TEST(code_of(client.load("n1")) == "not_found");
  BOOST_TEST(code_of(client.acquire_shard(3)) == "unavailable");
  BOOST_REQUIRE(hand_in(server).ask({"CONFIG", "SET", "maxmemory", "0"}).has_value());
  BOOST_TEST(fulfilled([&] { return client.acquire_shard(3).has_value(); }));
}

/// MISCONF: the server cannot save its data.
BOOST_AUTO_TEST_CASE(members_are_readable_although_an_expired_one_cannot_be_deleted) {
  redis_server server;
  const auto store = open_patient(server.options());
  store_client client{*store};
  client.announce({"gone", "a", ""}, 1ms).value();
  client.announce({"stays", "b", ""}, 1h).value();
  auto hand = hand_in(server);
  const auto folder = hand.ask({"CONFIG", "GET", "dir"}).value();
  std::filesystem::create_directory(std::string{redis::text_of(folder->element[1])} + "/dump.rdb");
  BOOST_REQUIRE(hand.ask({"CONFIG", "SET", "save", "3600 1"}).has_value());
  BOOST_REQUIRE(hand.ask({"BGSAVE"}).has_value());
  BOOST_TEST_REQUIRE(fulfilled([&] { return !client.try_write().has_value(); }));
  BOOST_TEST(client.try_write().error().message.find("MISCONF") != std::string::npos);
  const auto alive = client.members().value();
  BOOST_REQUIRE(alive.size() == 1u);
  BOOST_TEST(alive.front().name == "stays");
}

BOOST_AUTO_TEST_SUITE_END()
