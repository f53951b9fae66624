#include "fixture.hpp"
#include "messages/wire/decision_record.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::test;

const std::string path_1 = "/v1/nodes/" + node_1;

/// Three decisions about the first node, one minute apart. The store has the version of the second
/// one.
struct remembered_node : gateway_fixture {
  remembered_node() {
    auto x = sample_node(node_1, "web-1");
    x.attributes.driver_info = {{"redfish_password", "first"}, {"redfish_address", "bmc-1"}};
    x.attributes.updated_at = x.attributes.provision_updated_at = std::nullopt;
    first = document_of(x);
    start = time.now() - std::chrono::minutes{10};
  }

  void log(uint64_t version, std::chrono::minutes after, const std::string& before,
           const json& changes) {
    decision_record out;
    out.version = version;
    out.time = start + after;
    out.message = "{}";
    out.before = before;
    out.changes = to_text(changes);
    event_record event;
    event.subject = decision_subject(node_1);
    event.type = decision_type;
    event.moment = to_system_time(out.time);
    event.body = to_text(out);
    const auto position = records.log.newest += 1;
    records.log.events.push_back({position, event});
  }

  void live() {
    log(1, std::chrono::minutes{0}, "null", {{{"op", "add"}, {"path", ""}, {"value", first}}});
    log(2, std::chrono::minutes{1}, "",
        {{{"op", "replace"}, {"path", "/about/provision_state"}, {"value", "manageable"}},
         {{"op", "replace"},
          {"path", "/about/driver_info/redfish_password"},
          {"value", "second"}}});
    log(3, std::chrono::minutes{2}, "", {{{"op", "add"}, {"path", "/traits/-"}, {"value", "HW"}}});
  }

  std::string at(std::chrono::seconds after) const {
    auto text = to_string(start + after).substr(0, 19);
    return text + "Z";
  }
  answer show(std::chrono::seconds after) const { return ask("GET", path_1 + "?at=" + at(after)); }
  static std::string error_of(const answer& given) {
    const auto inner = json::parse(given.body)["error_message"].get<std::string>();
    return json::parse(inner)["faultstring"];
  }

  json first;
  timestamp start;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(time_travel, remembered_node)

BOOST_AUTO_TEST_CASE(a_past_state_is_shown_with_secrets_masked) {
  live();
  using std::chrono::seconds;
  const auto then = json::parse(show(seconds{30}).body);
  BOOST_TEST(then["provision_state"] == first["about"]["provision_state"]);
  BOOST_TEST(then["driver_info"]["redfish_password"] == "******");
  BOOST_TEST(then["name"] == "web-1");
  BOOST_TEST(json::parse(show(seconds{60}).body)["provision_state"] == "manageable");
  const auto some = ask("GET", path_1 + "?fields=uuid,provision_state&at=" + at(seconds{90}));
  BOOST_TEST(json::parse(some.body)["provision_state"] == "manageable");
  BOOST_TEST(!json::parse(some.body).contains("driver_info"));
}

BOOST_AUTO_TEST_CASE(before_its_first_decision_a_node_does_not_exist) {
  live();
  const auto given = show(std::chrono::seconds{-1});
  BOOST_TEST(given.status == 404);
  BOOST_TEST(error_of(given).find("did not exist at") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(states_missing_from_the_log_are_410) {
  using std::chrono::minutes;
  BOOST_TEST(show(minutes{1}).status == 410);  // The log was disabled.
  log(5, minutes{5}, to_text(first), json::array());
  BOOST_TEST(json::parse(show(minutes{1}).body)["name"] == "web-1");  // It was idle until then.
  records.log.complete_after = 1;
  const auto given = show(minutes{1});
  BOOST_TEST(given.status == 410);
  BOOST_TEST(error_of(given).find("the decision log starts at " + to_string(start + minutes{5})) !=
             std::string::npos);
  log(7, minutes{7}, "", json::array());
  BOOST_TEST(error_of(show(minutes{6})).find("has a gap") != std::string::npos);
  BOOST_TEST(error_of(show(minutes{8})).find("ends before that time") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(after_the_last_decision_the_stored_state_is_shown) {
  log(1, std::chrono::minutes{0}, "null", {{{"op", "add"}, {"path", ""}, {"value", first}}});
  BOOST_TEST(json::parse(show(std::chrono::minutes{5}).body)["name"] == "web-1");
}

BOOST_AUTO_TEST_CASE(a_deleted_node_is_shown_by_its_uuid) {
  live();
  log(4, std::chrono::minutes{3}, "", {{{"op", "replace"}, {"path", ""}, {"value", nullptr}}});
  BOOST_TEST(show(std::chrono::minutes{2}).status == 200);
}

BOOST_AUTO_TEST_CASE(times_are_checked) {
  live();
  for (const auto* wrong : {"?at=", "?at=yesterday", "?at=2026-01-01", "?at=2099-01-01T00:00:00Z",
                            "?at=2026-01-01T00:00:00%2B02:00", "?when=now", "/diff", "/diff?from=x",
                            "/diff?from=2026-01-01T00:00:00Z&then=x"}) {
    const auto given = ask("GET", path_1 + wrong);
    BOOST_TEST(given.status == 400, wrong);
  }
  const auto later = ask("GET", path_1 + "/diff?from=" + at(std::chrono::seconds{60}) +
                                    "&to=" + at(std::chrono::seconds{30}));
  BOOST_TEST(later.status == 400);
}

BOOST_AUTO_TEST_CASE(a_diff_lists_all_changes_and_no_secrets) {
  live();
  using std::chrono::seconds;
  const auto out = get(path_1 + "/diff?from=" + at(seconds{0}) + "&to=" + at(seconds{110}));
  const json state{{"field", "provision_state"},
                   {"from", first["about"]["provision_state"]},
                   {"to", "manageable"}};
  const json secret{
      {"field", "driver_info/redfish_password"}, {"from", "******"}, {"to", "******"}};
  BOOST_TEST(out["changes"] == json({secret, state}));
  BOOST_TEST(out["uuid"] == node_1);
  BOOST_TEST(to_text(out).find("second") == std::string::npos);
  log(4, std::chrono::minutes{4}, "", json::array());
  const auto traits =
      get(path_1 + "/diff?from=" + at(seconds{60}) + "&to=" + at(seconds{180}))["changes"];
  BOOST_TEST(traits[0]["field"] == "traits");
  BOOST_TEST(traits[0]["to"] == json({"HW"}));
}

BOOST_AUTO_TEST_CASE(event_followers_do_not_see_decisions) {
  live();
  BOOST_TEST(get("/v1/events?since=0")["events"].empty());
  BOOST_TEST(get("/v1/events?since=0&type=decision")["events"].empty());
  BOOST_TEST(get("/v1/events?since=0")["newest"] == 3);
}

BOOST_AUTO_TEST_SUITE_END()
