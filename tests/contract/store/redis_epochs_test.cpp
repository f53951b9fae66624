#include "tests/contract/store/patient_store.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <functional>
#include <vector>

using namespace ironbus;
using namespace ironbus::test;

BOOST_AUTO_TEST_SUITE(redis_epochs)

BOOST_AUTO_TEST_CASE(epochs_increase_over_restarts_with_losses) {
  redis_server server;
  auto store = open_patient(server.options());
  store_client client{*store};
  std::vector<uint64_t> given{client.acquire_shard(3).value()};
  const auto kept = server.log_bytes();
  for (int i = 0; i < 3; ++i) {
    restart_without_the_end(server, kept);
    BOOST_TEST(answers_again(client));
    given.push_back(client.acquire_shard(3).value());
  }
  BOOST_TEST(
      (std::adjacent_find(given.begin(), given.end(), std::greater_equal<>{}) == given.end()));
}

BOOST_AUTO_TEST_CASE(forgotten_owner_is_fenced) {
  redis_server server;
  auto store = open_patient(server.options());
  store_client client{*store};
  client.apply(change("other")).value();
  const auto kept = server.log_bytes();
  const auto before = client.acquire_shard(3).value();
  restart_without_the_end(server, kept);
  BOOST_TEST(answers_again(client));
  BOOST_TEST(code_of(client.apply(owned("n1", 0, before))) == "fenced");
  const auto after = client.acquire_shard(3).value();
  BOOST_TEST(code_of(client.apply(owned("n1", 0, before))) == "fenced");
  BOOST_TEST(client.apply(owned("n1", 0, after)).value() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
