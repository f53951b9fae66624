#include "gateways/http/events/event_hub.hpp"
#include "project_fixture.hpp"

#include <boost/test/unit_test.hpp>

// Events for users of projects.

namespace {

using namespace ironbus;
using namespace ironbus::test;
using http::event_viewer;
using http::event_viewer_ptr;

/// A logged event of a node or record; `data` are members of its data.
logged_event event_of(uint64_t position, const std::string& subject, const std::string& type,
                      const std::string& owner, const std::string& lessee = {},
                      const json& data = json::object()) {
  envelope head;
  head.id = std::to_string(position);
  head.type = "ironbus." + type;
  head.subject = subject;
  head.lessee = lessee;
  head.data = data;
  logged_event out;
  out.position = position;
  out.event.subject = subject;
  out.event.type = type;
  out.event.owner = owner;
  out.event.body = encode_envelope(head);
  return out;
}

const json failed{{"last_error", "BMC 192.0.2.1 rejects the password"}, {"to", "deploy failed"}};

/// 1: without owner; 2: of p1; 3: of p1, leased to p2; 4: an allocation of p1; 5: a chassis.
struct shared_log_fixture : project_fixture {
  shared_log_fixture() {
    const std::string kind = "provision_state_changed";
    records.log.events = {event_of(1, node_2, kind, ""), event_of(2, node_1, kind, "p1"),
                          event_of(3, node_1, kind, "p1", "p2", failed),
                          event_of(4, "allocation/a", "allocation_created", "p1"),
                          event_of(5, "chassis/c", "chassis_created", "")};
    records.log.newest = 5;
  }

  json list_as(const std::string& user, const std::string& query = {}) const {
    return json::parse(ask_as(user, "GET", "/v1/events" + query).body);
  }
  std::vector<int> seen_by(const std::string& user) const {
    std::vector<int> out;
    const auto listed = list_as(user);
    for (const auto& one : listed.at("events")) out.push_back(one.at("position"));
    return out;
  }
};

using positions = std::vector<int>;

struct silent_client final : http::stream {
  std::vector<std::string> taken;
  std::string ended;

  void send(std::shared_ptr<const std::string> text) override { taken.push_back(*text); }
  void give_up(const std::string& reason) override { ended = reason; }
  bool gone() const override { return !ended.empty(); }
  size_t unsent() const override { return 0; }
  uint64_t sent() const override { return taken.size(); }
};

rights::identity reader_of(const std::string& project) {
  rights::identity out;
  out.roles = {"reader"};
  out.project_id = project;
  return out;
}

struct followed_log {
  followed_log() {
    hub->use_rules([this] { return rules; });
    http::event_follower begun;
    begun.form = http::event_form::server_sent;
    begun.receiver = client;
    begun.viewer = view();
    begun.next_check = now + std::chrono::hours{1};
    begun.check = [this](const std::function<void(result<event_viewer_ptr>)>& done) {
      ++checks;
      done(verdict ? result<event_viewer_ptr>{view()} : tl::unexpected(verdict.error()));
    };
    follower = std::make_shared<http::event_follower>(begun);
    hub->add(follower, 0);
  }

  event_viewer_ptr view() const {
    return std::make_shared<const event_viewer>(reader_of("p2"), rules);
  }
  void add(logged_event event) {
    store.log.newest = event.position;
    store.log.events.push_back(std::move(event));
  }
  void look() { hub->look(now += std::chrono::seconds{2}); }

  event_viewer::rules_ptr rules = std::make_shared<const rights::rule_set>();
  result<std::monostate> verdict;
  int checks = 0;
  fake_store store;
  std::shared_ptr<http::event_hub> hub =
      std::make_shared<http::event_hub>(store, 3, std::chrono::hours{2});
  http::event_hub::time_point now = http::event_hub::time_point{} + std::chrono::hours{1};
  std::shared_ptr<silent_client> client = std::make_shared<silent_client>();
  http::event_follower_ptr follower;
};

BOOST_AUTO_TEST_SUITE(project_events)

BOOST_FIXTURE_TEST_CASE(a_list_has_the_events_of_visible_objects, shared_log_fixture) {
  const auto per_element = boost::test_tools::per_element();
  BOOST_TEST(seen_by("watcher") == (positions{1, 2, 3, 4, 5}), per_element);
  BOOST_TEST(seen_by("rob") == (positions{2, 3, 4}), per_element);
  BOOST_TEST(seen_by("leo") == (positions{3}), per_element);
  BOOST_TEST(ask_as("eve", "GET", "/v1/events").status == 403);
}

BOOST_FIXTURE_TEST_CASE(a_lessee_does_not_see_why_something_failed, shared_log_fixture) {
  const auto of_owner = list_as("rob").at("events").at(1).at("data");
  BOOST_TEST(of_owner == failed);
  const auto of_lessee = list_as("leo").at("events").at(0).at("data");
  BOOST_TEST(of_lessee.at("to") == "deploy failed");
  BOOST_TEST(of_lessee.at("last_error") ==
             "** Value Redacted - Requires baremetal:node:get:last_error permission. **");
}

BOOST_FIXTURE_TEST_CASE(the_name_of_an_invisible_node_is_unknown, shared_log_fixture) {
  const auto hidden = ask_as("leo", "GET", "/v1/events?node=web-1");
  const auto missing = ask_as("leo", "GET", "/v1/events?node=missing");
  BOOST_TEST(hidden.status == 404);
  BOOST_TEST(missing.status == 404);
  BOOST_TEST(ask_as("rob", "GET", "/v1/events?node=web-1").status == 200);
}

BOOST_FIXTURE_TEST_CASE(a_follower_receives_the_events_of_visible_nodes, followed_log) {
  add(event_of(1, node_1, "provision_state_changed", "p1"));
  add(event_of(2, node_1, "provision_state_changed", "p1", "p2", failed));
  look();
  BOOST_REQUIRE(client->taken.size() == 1U);
  const auto& text = client->taken[0];
  BOOST_TEST(text.starts_with("id: abcd:2\nevent: ironbus.provision_state_changed\ndata: {"));
  BOOST_TEST(text.ends_with("}\n\n"));
  BOOST_TEST(text.find("192.0.2.1") == std::string::npos);
  BOOST_TEST(text.find("Redacted") != std::string::npos);
  // The node has another owner and no lessee now.
  add(event_of(3, node_1, "node_updated", "p3"));
  look();
  BOOST_TEST(client->taken.size() == 1U);
}

BOOST_FIXTURE_TEST_CASE(a_follower_is_checked_again, followed_log) {
  look();
  BOOST_TEST(checks == 0);
  now += std::chrono::hours{1};
  look();
  BOOST_TEST(checks == 1);
  look();
  BOOST_TEST(checks == 1);  // Not within five seconds.
  look();
  look();
  BOOST_TEST(checks == 2);
  BOOST_TEST(client->ended.empty());
}

BOOST_FIXTURE_TEST_CASE(a_follower_is_checked_at_once_under_a_new_policy, followed_log) {
  look();
  rules = std::make_shared<const rights::rule_set>(
      rights::rule_set::with({{"baremetal:node:get", "rule:system_reader"}}).value());
  look();
  BOOST_TEST(checks == 1);
  add(event_of(1, node_1, "node_updated", "p1", "p2"));
  look();
  BOOST_TEST(client->taken.empty());
}

BOOST_FIXTURE_TEST_CASE(a_user_without_the_right_loses_the_stream, followed_log) {
  verdict = fail(error_code::forbidden, "Incorrect username or password.");
  now += std::chrono::hours{1};
  look();
  BOOST_TEST(client->ended == "Incorrect username or password.");
  BOOST_TEST(hub->followers() == 0U);
}

BOOST_FIXTURE_TEST_CASE(a_stream_outlives_an_identity_service, followed_log) {
  verdict = fail(error_code::unavailable, "The identity service is unavailable.");
  now += std::chrono::hours{1};
  look();
  BOOST_TEST(client->ended.empty());
  BOOST_TEST(hub->followers() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
