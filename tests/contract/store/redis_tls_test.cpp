#include "gateways/redis/maintenance/redis_maintenance.hpp"
#include "gateways/redis/redis_dial.hpp"
#include "gateways/redis/redis_store.hpp"
#include "tests/contract/store/tls_redis.hpp"
#include "tests/support/await.hpp"
#include "tests/support/tcp_proxy.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(redis_tls)

namespace {

std::unique_ptr<redis_store> open_encrypted(const redis_options& options) {
  return redis_store::open(options).value();
}

void commit_one(store_client& client, const std::string& id) {
  BOOST_TEST(client.apply(change(id)).value() == 1u);
  BOOST_TEST(client.load(id).value().version == 1u);
}

}  // namespace

BOOST_AUTO_TEST_CASE(commits_are_written_and_read_over_tls) {
  tls_redis server;
  const auto store = open_encrypted(server.options());
  store_client client{*store};
  commit_one(client, "n1");
  BOOST_TEST(client.ids(all_nodes()).size() == 0u);
  BOOST_TEST(client.claim("step", "worker/1").has_value());
  BOOST_TEST(code_of(client.try_write()) == "ok");
}

BOOST_AUTO_TEST_CASE(tools_use_tls_as_well) {
  tls_redis server;
  const auto store = open_encrypted(server.options());
  store_client client{*store};
  commit_one(client, "n1");
  redis_maintenance tools{server.options()};
  int aggregates = 0;
  BOOST_TEST_REQUIRE(tools
                         .read([&](const auto&) {
                           ++aggregates;
                           return result<std::monostate>{};
                         })
                         .has_value());
  BOOST_TEST(aggregates > 0);
  auto options = server.options();
  options.tls.ca_file = server.other.file();
  const auto refused = redis::session::open(options);
  BOOST_TEST(code_of(refused) == "unavailable");
}

BOOST_DATA_TEST_CASE(tls_1_2_and_1_3_work, (std::vector<std::string>{"TLSv1.2", "TLSv1.3"}),
                     protocol) {
  tls_redis server{{.further = {"--tls-protocols", protocol}}};
  const auto store = open_encrypted(server.options());
  store_client client{*store};
  commit_one(client, "n1");
  auto nobody = server.options();
  nobody.tls.certificate_file.clear();
  nobody.tls.key_file.clear();
  const auto why = refusal(nobody);
  BOOST_TEST(holds(why, "certificate"), why);
}

BOOST_AUTO_TEST_CASE(large_responses_arrive_complete) {
  tls_redis server;
  const auto store = open_encrypted(server.options());
  store_client client{*store};
  std::string large;
  while (large.size() < 8'000'000) large += std::to_string(large.size()) + ",";
  std::vector<std::future<commit_result>> written;
  for (int i = 0; i < 4; ++i) {
    auto commit = change("n" + std::to_string(i));
    commit.snapshot = large + std::to_string(i);
    auto done = std::make_shared<std::promise<commit_result>>();
    written.push_back(done->get_future());
    client.raw().apply(std::move(commit), [done](auto x) { done->set_value(std::move(x)); });
  }
  for (auto& x : written) BOOST_TEST(x.get().has_value());
  for (int i = 0; i < 4; ++i)
    BOOST_TEST(
        (client.load("n" + std::to_string(i)).value().snapshot == large + std::to_string(i)));
}

BOOST_AUTO_TEST_CASE(tls_control_messages_do_not_close_the_connection) {
  tls_redis server;
  const auto store = open_encrypted(server.options());
  store_client client{*store};
  BOOST_TEST(code_of(client.ping()) == "ok");  // the session tickets have arrived before this
  const auto before = server.connections();
  BOOST_TEST(code_of(client.ping()) == "ok");
  BOOST_TEST(server.connections() == before + 1);  // the connection that asks
}

BOOST_AUTO_TEST_CASE(renewed_certificates_are_used_by_the_next_connection) {
  tls_redis server;
  const auto store = open_encrypted(server.options());
  store_client client{*store};
  commit_one(client, "n1");
  server.renew(server.other);  // certificates of server and client, and the trusted authority
  commit_one(client, "n2");    // the open connection still works
  server.tell({"CLIENT", "KILL", "TYPE", "normal"});
  BOOST_TEST(fulfilled([&] { return client.ping().has_value(); }, 10s));
  commit_one(client, "n3");
  server.other.issue("client", {.begins = -48h, .ends = -24h});
  server.tell({"CLIENT", "KILL", "TYPE", "normal"});
  BOOST_TEST(fulfilled([&] { return !client.ping().has_value(); }, 10s));
  server.other.issue("client");
  BOOST_TEST(fulfilled([&] { return client.ping().has_value(); }, 10s));
}

BOOST_AUTO_TEST_CASE(half_closed_connection_is_replaced) {
  tls_redis server;
  tcp_proxy proxy{"127.0.0.1", server.port};
  auto options = server.options();
  options.url = server.url("127.0.0.1", tls_redis::password, proxy.port());
  const auto store = open_encrypted(options);
  store_client client{*store};
  commit_one(client, "n1");
  proxy.end_answers();
  BOOST_TEST(fulfilled([&] { return client.ping().has_value(); }, 10s));
  commit_one(client, "n2");
}

BOOST_AUTO_TEST_CASE(killed_server_is_reached_again_over_tls) {
  tls_redis server;
  const auto store = open_encrypted(server.options());
  store_client client{*store};
  commit_one(client, "n1");
  server.plain.crash();
  BOOST_TEST(fulfilled([&] { return !client.ping().has_value(); }, 10s));
  server.plain.start();
  BOOST_TEST(fulfilled([&] { return client.ping().has_value(); }, 10s));
  commit_one(client, "n2");
}

BOOST_AUTO_TEST_CASE(user_with_few_rights_is_sufficient) {
  tls_redis server;
  server.tell({"ACL", "SETUSER", "few", "on", ">enough", "~ironbus:*", "+@all", "-@admin",
               "-@dangerous", "+info", "+role", "+config|get"});
  auto options = server.options();
  options.url = "rediss://few:enough@127.0.0.1:" + std::to_string(server.port);
  const auto store = open_encrypted(options);
  store_client client{*store};
  commit_one(client, "n1");
  BOOST_TEST(client.ids(all_nodes()).empty());
  BOOST_TEST(store->durability().starts_with("full"), store->durability());
  redis_maintenance tools{options};
  const auto looked = tools.examine(
      true, [](const stored_aggregate& x, const auto&) { return x; }, [](const auto&) {});
  BOOST_TEST(looked.has_value());
}

BOOST_AUTO_TEST_CASE(default_password_is_sufficient) {
  tls_redis server;
  server.tell({"CONFIG", "SET", "requirepass", "for:all@once"});
  auto options = server.options();
  options.url = "rediss://:for%3Aall%40once@127.0.0.1:" + std::to_string(server.port);
  BOOST_TEST(refusal(options) == "it can");
  options.url = "rediss://127.0.0.1:" + std::to_string(server.port);
  const auto none = refusal(options);
  BOOST_TEST(holds(none, "NOAUTH"), none);
}

BOOST_AUTO_TEST_SUITE_END()
