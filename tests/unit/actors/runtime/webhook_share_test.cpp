#include "actors/runtime/webhooks/webhook_share.hpp"

#include "messages/events/webhook.hpp"
#include "messages/ports/process_description.hpp"

#include <boost/test/unit_test.hpp>

#include <map>

using namespace ironbus;

BOOST_AUTO_TEST_CASE(webhooks_are_shared_and_stay_where_they_are) {
  const std::vector<std::string> three{"c-1", "c-2", "c-3"};
  std::map<std::string, int> shares;
  for (int i = 0; i < 300; ++i) {
    const auto webhook = "webhook-" + std::to_string(i);
    const auto mine = dispatcher_for(webhook, three);
    ++shares[mine];
    BOOST_TEST(mine == dispatcher_for(webhook, {"c-3", "c-1", "c-2"}));
    if (mine != "c-2") BOOST_TEST(mine == dispatcher_for(webhook, {"c-1", "c-3"}));
  }
  for (const auto& name : three) BOOST_TEST(shares[name] > 50, name << " has " << shares[name]);
  BOOST_TEST(dispatcher_for("x", {}).empty());
}

BOOST_AUTO_TEST_CASE(conductors_deliver) {
  process_description conductor;
  conductor.roles = {"gateway", "conductor"};
  process_description worker;
  worker.roles = {"driver"};
  const auto names = dispatchers_among(
      {{"a", "1", encode_description(conductor)}, {"b", "1", encode_description(worker)}});
  BOOST_TEST(names == std::vector<std::string>{"a"}, boost::test_tools::per_element());
  BOOST_TEST(name_in_owner("conductor-1/xyz") == "conductor-1");
  BOOST_TEST(name_in_owner("") == "");
}
