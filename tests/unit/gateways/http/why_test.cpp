#include "fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::test;

const std::string why_1 = "/v1/nodes/" + node_1 + "/why";
const std::string operation_id = "44444444-dddd-4ddd-8ddd-000000000001";

/// The first node is being verified, and a driver has its step.
struct verifying_node : gateway_fixture {
  verifying_node() { put_in_group(""); }

  void put_in_group(const std::string& group) {
    auto x = sample_node(node_1, "web-1");
    x.attributes.state = provision_state::verifying;
    x.attributes.target_state = provision_state::manageable;
    x.attributes.conductor_group = group;
    x.current.emplace();
    x.current->id = operation_id;
    x.current->steps.emplace_back().interface = "power";
    x.in_flight =
        step_in_flight{operation_id, 0, 1, time.now(), time.now() + std::chrono::minutes{30}};
    records.put(x);
  }

  void put_worker(const std::string& name, const std::string& groups) {
    records.put_member(
        {name, "1", R"({"host":"h","roles":["driver"],"conductor_groups":)" + groups + "}"});
  }
};

std::string text(const json& x) { return x.get<std::string>(); }

}  // namespace

BOOST_FIXTURE_TEST_SUITE(why, verifying_node)

BOOST_AUTO_TEST_CASE(a_group_without_workers_is_named_with_the_served_groups) {
  put_worker("driver-1", R"(["", "rack-1"])");
  put_in_group("rack-9");
  const auto out = get(why_1);
  const auto who = text(out["waiting"]["who"]);
  BOOST_TEST(out["waiting"]["for"] == "driver");
  BOOST_TEST(who.find("no driver worker serves the conductor group 'rack-9'") != std::string::npos);
  BOOST_TEST(who.find("served groups: '', 'rack-1'") != std::string::npos);
  BOOST_TEST(out["drivers"]["workers"].empty());
  BOOST_TEST(out["drivers"]["served_groups"] == json({"", "rack-1"}));
  BOOST_TEST(text(out["unblocked_by"][0]["does"]).find("'rack-9'") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_outstanding_step_shows_party_start_deadline_and_consequence) {
  put_worker("driver-1", R"([""])");
  const auto out = get(why_1);
  const auto& waiting = out["waiting"];
  BOOST_TEST(text(waiting["who"]).find("driver-1") != std::string::npos);
  BOOST_TEST(text(waiting["since"]) == to_string(time.now()));
  BOOST_TEST(text(waiting["until"]) == to_string(time.now() + std::chrono::minutes{30}));
  BOOST_TEST(text(waiting["on_expiry"]) == "the workflow 'verify' fails");
  BOOST_TEST(out["unblocked_by"][1]["call"] == "PUT /v1/nodes/" + node_1 + "/states/provision");
  BOOST_TEST(out["unblocked_by"][1]["body"]["target"] == "abort");
}

BOOST_AUTO_TEST_CASE(the_worker_that_runs_the_step_is_named) {
  put_worker("driver-1", R"([""])");
  put_worker("driver-2", R"([""])");
  records.put_claim(operation_id + ".0.1", {"driver-2/incarnation", ""});
  BOOST_TEST(get(why_1)["waiting"]["who"] == "driver worker driver-2");
  records.put_claim(operation_id + ".0.1", {"driver-3/incarnation", ""});
  const auto who = text(get(why_1)["waiting"]["who"]);
  BOOST_TEST(who.find("driver-3 has stopped") != std::string::npos);
  BOOST_TEST(who.find("driver-1, driver-2") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_idle_node_waits_for_nothing_and_a_failed_one_for_an_operator) {
  auto x = sample_node(node_1, "web-1");
  records.put(x);
  BOOST_TEST(get(why_1)["waiting"].is_null());
  BOOST_TEST(get(why_1)["unblocked_by"].empty());
  x.attributes.state = provision_state::clean_failed;
  x.attributes.provision_updated_at = time.now();
  x.attributes.maintenance = true;
  records.put(x);
  const auto out = get(why_1);
  BOOST_TEST(out["waiting"]["for"] == "operator");
  BOOST_TEST(out["unblocked_by"][0]["body"]["target"] == "manage");
  BOOST_TEST(out["unblocked_by"][1]["call"] == "DELETE /v1/nodes/" + node_1 + "/maintenance");
}

BOOST_AUTO_TEST_SUITE_END()
