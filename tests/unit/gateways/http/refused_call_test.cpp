#include "fixture.hpp"

#include <boost/test/unit_test.hpp>

// What a node records a refused call of its agent.

namespace {

using namespace ironbus;
using namespace ironbus::test;

const std::string waiting = "33333333-aaaa-4aaa-8aaa-000000000001";
constexpr const char* card = "52:54:00:00:00:0a";

struct refused_fixture : gateway_fixture {
  refused_fixture() { put(provision_state::inspect_wait); }

  void put(provision_state state, const std::optional<timestamp>& refused_at = {}) {
    auto x = sample_node(waiting, "waiting-1");
    x.attributes.state = state;
    auto& notes = x.attributes.driver_internal_info.edit();
    notes["agent_secret_token"] = "token";
    if (refused_at) notes["agent_refused_at"] = to_string(*refused_at);
    x.ports.push_back(port{});
    x.ports.back().uuid = "44444444-aaaa-4aaa-8aaa-000000000001";
    x.ports.back().address = card;
    x.ports.back().node_uuid = waiting;
    records.put(x);
  }

  int beat(const json& body, const std::string& version = "1.115") const {
    return ask("POST", "/v1/heartbeat/" + waiting, to_text(body), version).status;
  }
  static json beat_of(const std::string& token) {
    return {{"callback_url", "https://192.0.2.1:9999"},
            {"agent_version", "10"},
            {"agent_token", token}};
  }
  static json bad_beat(const std::string& token) {
    auto out = beat_of(token);
    out["callback_url"] = "https://user:password@192.0.2.1:9999";
    return out;
  }

  template <class T>
  std::vector<T> sent() const {
    std::vector<T> out;
    for (const auto& message : messages.commands()) {
      auto command = decode_command(message).value();
      BOOST_TEST(message.subject == waiting);
      if (auto* found = std::get_if<T>(&command)) out.push_back(std::move(*found));
    }
    return out;
  }
};

BOOST_FIXTURE_TEST_SUITE(refused_calls, refused_fixture)

BOOST_AUTO_TEST_CASE(the_node_receives_a_refused_heartbeat) {
  put(provision_state::clean_wait);
  BOOST_TEST(beat(bad_beat("token")) == 400);
  BOOST_TEST(beat({{"callback_url", 7}, {"agent_token", "token"}}) == 400);
  const auto got = sent<agent_refused>();
  BOOST_REQUIRE(got.size() == 2U);
  for (const auto& one : got) {
    BOOST_TEST(one.call == "heartbeat");
    BOOST_TEST(one.reason.find("callback_url") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(a_caller_without_the_token_is_not_reported) {
  put(provision_state::clean_wait);
  for (const std::string token : {"wrong", "", "toke", "tokens"}) {
    BOOST_TEST(beat(bad_beat(token)) == 400);
    BOOST_TEST(beat({{"callback_url", 7}, {"agent_token", token}}) == 400);
  }
  BOOST_TEST(ask("POST", "/v1/heartbeat/" + waiting, "[").status == 400);
  BOOST_TEST(messages.commands().empty());
}

BOOST_AUTO_TEST_CASE(repeated_refusals_are_sent_seldom) {
  put(provision_state::clean_wait, time.now() - std::chrono::seconds{29});
  BOOST_TEST(beat(bad_beat("token")) == 400);
  BOOST_TEST(messages.commands().empty());
  put(provision_state::clean_wait, time.now() - std::chrono::seconds{31});
  BOOST_TEST(beat(bad_beat("token")) == 400);
  BOOST_TEST(messages.commands().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_node_that_expects_no_agent_receives_nothing) {
  put(provision_state::available);
  BOOST_TEST(beat(bad_beat("token")) == 400);
  BOOST_TEST(messages.commands().empty());
}

BOOST_AUTO_TEST_CASE(an_agent_of_an_ended_boot_gets_a_conflict_and_is_not_reported) {
  auto ended = sample_node(waiting, "waiting-1");
  ended.attributes.state = provision_state::clean_wait;
  records.put(ended);
  const auto got = ask("POST", "/v1/heartbeat/" + waiting, to_text(beat_of("token")));
  BOOST_TEST(got.status == 409);
  BOOST_TEST(got.error() == "The boot of this agent is over: the service has ended its session.");
  BOOST_TEST(messages.commands().empty());
}

BOOST_AUTO_TEST_CASE(the_node_receives_a_refused_lookup) {
  messages.answer = [](const envelope&, const command&) -> std::optional<reply> {
    return reply{failure{error_code::conflict, "The token was already issued."}, {}};
  };
  BOOST_TEST(ask("GET", std::string{"/v1/lookup?addresses="} + card).status == 409);
  const auto got = sent<agent_refused>();
  BOOST_REQUIRE(got.size() == 1U);
  BOOST_TEST(ask("GET", "/v1/lookup?node_uuid=" + waiting).status == 409);
  BOOST_TEST(sent<agent_refused>().size() == 1U);  // The caller's word for the node is no proof.
  BOOST_TEST(got[0].call == "lookup");
  BOOST_TEST(got[0].reason == "The token was already issued.");
}

BOOST_AUTO_TEST_CASE(refused_inspection_data_fails_the_node_of_its_addresses) {
  const json bad{{"inventory",
                  {{"bmc_address", 7}, {"interfaces", {{{"name", "a"}, {"mac_address", card}}}}}}};
  messages.answer = [](const envelope&, const command&) -> std::optional<reply> { return reply{}; };
  const auto got = ask("POST", "/v1/continue_inspection", to_text(bad), "1.1");
  BOOST_TEST(got.status == 400);
  BOOST_TEST(got.error().find("bmc_address") != std::string::npos);
  const auto told = sent<continue_inspection>();
  BOOST_REQUIRE(told.size() == 1U);
  BOOST_TEST(told[0].rejected.value() == got.error());
}

BOOST_AUTO_TEST_CASE(refused_data_without_the_addresses_of_a_node_fails_no_node) {
  const std::string path = "/v1/continue_inspection";
  for (const auto& body :
       {json{{"inventory", 7}}, json{{"inventory", {{"interfaces", 7}}}},
        json{{"inventory", {{"interfaces", {7}}}}},
        json{{"inventory", {{"interfaces", {{{"mac_address", "52:54:00:00:00:99"}}, 7}}}}}}) {
    BOOST_TEST(ask("POST", path, to_text(body), "1.1").status == 400);
    BOOST_TEST(ask("POST", path + "?node_uuid=" + waiting, to_text(body), "1.84").status == 400);
  }
  BOOST_TEST(messages.commands().empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
