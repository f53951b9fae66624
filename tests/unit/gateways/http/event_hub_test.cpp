#include "gateways/http/events/event_hub.hpp"

#include "messages/wire/envelope.hpp"
#include "tests/unit/gateways/http/fakes.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace std::chrono_literals;

/// A client that reads, or does not.
struct fake_client final : http::stream {
  bool takes = true;
  bool left = false;
  std::vector<std::string> taken;
  size_t held = 0;
  uint64_t passed = 0;
  std::string ended;

  void send(std::shared_ptr<const std::string> text) override {
    taken.push_back(*text);
    (takes ? passed : held) += text->size();
  }
  void give_up(const std::string& reason) override { ended = reason; }
  bool gone() const override { return left || !ended.empty(); }
  size_t unsent() const override { return held; }
  uint64_t sent() const override { return passed; }
};

double dropped() {
  return metrics::collect().at("ironbus_http_event_followers_dropped_total").by_labels.at({}).value;
}

/// A hub over a log, and functions that add events.
struct service {
  test::fake_store store;
  std::shared_ptr<http::event_hub> hub = std::make_shared<http::event_hub>(store, 3, 30s);
  http::event_hub::time_point now = http::event_hub::time_point{} + 1h;

  void tell(const std::string& node = "n1", const std::string& filler = {}) {
    const auto position = ++store.log.newest;
    event_record event;
    event.subject = node;
    event.type = "step_started";
    event.body = "{\"id\":\"" + std::to_string(position) + "\",\"x\":\"" + filler + "\"}";
    store.log.events.push_back({position, event});
  }
  void look() { hub->look(now += 2s); }

  http::event_follower_ptr follow(const std::shared_ptr<fake_client>& client, uint64_t after,
                                  event_filter wanted = {}) {
    http::event_follower begun;
    begun.wanted = std::move(wanted);
    begun.position = after;
    begun.compacted = after < store.log.complete_after;
    begun.form = http::event_form::json;
    begun.receiver = client;
    auto follower = std::make_shared<http::event_follower>(begun);
    hub->add(follower, store.log.newest);
    return follower;
  }
};

size_t count(const fake_client& client) { return client.taken.size(); }

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_follower_receives_new_events, service) {
  const auto client = std::make_shared<fake_client>();
  tell();
  follow(client, 1);
  BOOST_TEST(client->taken.empty());
  tell();
  look();
  BOOST_TEST(
      client->taken == std::vector<std::string>{R"({"position":2,"log":"abcd","id":"2","x":""})"},
      boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(a_follower_that_reconnects_misses_nothing, service) {
  for (int i = 0; i < 1000; ++i) tell();
  const auto client = std::make_shared<fake_client>();
  follow(client, 10);
  BOOST_TEST(count(*client) == 990U);
  tell();
  look();
  BOOST_TEST(count(*client) == 991U);
}

BOOST_FIXTURE_TEST_CASE(followers_receive_only_the_events_they_want, service) {
  const auto one = std::make_shared<fake_client>();
  const auto other = std::make_shared<fake_client>();
  follow(one, 0, {.node = "n1"});
  follow(other, 0, {.type = "node_created"});
  tell("n1");
  tell("n2");
  look();
  BOOST_TEST(count(*one) == 1U);
  BOOST_TEST(other->taken.empty());
}

BOOST_FIXTURE_TEST_CASE(a_stalled_follower_uses_little_memory_and_is_dropped, service) {
  const auto slow = std::make_shared<fake_client>();
  const auto quick = std::make_shared<fake_client>();
  slow->takes = false;
  follow(slow, 0);
  follow(quick, 0);
  const auto before = dropped();
  for (int i = 0; i < 1000; ++i) tell("n1", std::string(1000, 'x'));
  look();
  BOOST_TEST(count(*quick) == 1000U);
  BOOST_TEST(slow->held < size_t{70'000});
  now += 60s;
  look();
  BOOST_TEST(slow->ended == "the client read nothing for too long");
  BOOST_TEST(quick->ended.empty());
  BOOST_TEST(hub->followers() == 1U);
  BOOST_TEST(dropped() == before + 1);
}

BOOST_FIXTURE_TEST_CASE(a_slow_follower_is_served_from_the_store, service) {
  const auto client = std::make_shared<fake_client>();
  client->takes = false;
  const auto follower = follow(client, 0);
  for (int i = 0; i < 6'000; ++i) tell("n1", std::string(1000, 'x'));
  look();
  while (client->held > 0) {
    client->passed += std::exchange(client->held, 0);
    hub->go_on(follower);
  }
  BOOST_TEST(count(*client) == 6'000U);
  BOOST_TEST(client->taken.back().starts_with("{\"position\":6000,"));
}

BOOST_FIXTURE_TEST_CASE(a_follower_is_dropped_if_its_next_events_were_trimmed, service) {
  const auto client = std::make_shared<fake_client>();
  client->takes = false;
  const auto follower = follow(client, 0);
  for (int i = 0; i < 6'000; ++i) tell("n1", std::string(1000, 'x'));
  look();
  store.log.complete_after = 5'990;
  store.log.events.erase(store.log.events.begin(), store.log.events.begin() + 5'990);
  while (client->held > 0 && client->ended.empty()) {
    client->passed += std::exchange(client->held, 0);
    hub->go_on(follower);
  }
  BOOST_TEST(client->ended == "the log no longer has the next events");
}

BOOST_FIXTURE_TEST_CASE(a_follower_from_the_beginning_gets_the_remaining_events, service) {
  for (int i = 0; i < 500; ++i) tell("n" + std::to_string(i));
  store.log.complete_after = 400;
  const auto client = std::make_shared<fake_client>();
  follow(client, 0);
  BOOST_TEST(count(*client) == 500U);
  BOOST_TEST(client->ended.empty());
}

BOOST_FIXTURE_TEST_CASE(the_number_of_followers_is_limited, service) {
  std::vector<std::shared_ptr<fake_client>> clients(4);
  for (auto& client : clients) follow(client = std::make_shared<fake_client>(), 0);
  BOOST_TEST(hub->followers() == 3U);
  BOOST_TEST(!hub->has_room());
  clients.front()->left = true;
  BOOST_TEST(hub->has_room());
  follow(std::make_shared<fake_client>(), 0);
  BOOST_TEST(hub->followers() == 3U);
}

BOOST_FIXTURE_TEST_CASE(reads_of_an_unreachable_store_are_retried, service) {
  const auto client = std::make_shared<fake_client>();
  follow(client, 0);
  tell();
  store.down = true;
  look();
  BOOST_TEST(client->taken.empty());
  store.down = false;
  look();
  BOOST_TEST(count(*client) == 1U);
}
