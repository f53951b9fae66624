#include "drivers/redfish/client/redfish_client.hpp"

#include "tests/unit/drivers/redfish/client_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;
using simulator::fault_kind;

BOOST_AUTO_TEST_SUITE(redfish_clients)

BOOST_AUTO_TEST_CASE(retries_a_busy_bmc) {
  asking x{"dell", with_fault(fault_kind::unavailable, "*/Systems/*", 3)};
  BOOST_TEST(x.get(x.system()).has_value());
  BOOST_TEST(x.link.count(" 503") == 3U);
}

BOOST_AUTO_TEST_CASE(retries_a_busy_bmc_until_the_timeout) {
  asking x;
  size_t asked = 0;
  x.answer_all([&asked] {
    ++asked;
    return with_body(503, "{}", {{"Retry-After", "100"}});
  });
  BOOST_TEST(holds(x.error_of_get(x.system()), "with HTTP 503"));
  BOOST_TEST(asked == 1U);  // no time left for such a pause
}

BOOST_AUTO_TEST_CASE(retries_a_reading_that_fails_within_the_bmc) {
  constexpr size_t tries_max = 4;
  for (const size_t failures : {size_t{1}, tries_max - 1, tries_max}) BOOST_TEST_CONTEXT(failures) {
      asking x;
      size_t asked = 0;
      x.answer_all([&]() -> std::optional<http_result> {
        if (++asked > failures) return std::nullopt;
        return with_body(500, R"({"error": {"message": "internal error"}})");
      });
      const auto out = x.get(x.system());
      BOOST_TEST(out.has_value() == (failures < tries_max));
      BOOST_TEST(asked == std::min(failures + 1, tries_max));
      if (!out) BOOST_TEST(holds(out.error().message, "internal error"));
    }
}

BOOST_AUTO_TEST_CASE(retries_only_known_messages_of_busy_bmcs) {
  struct busy_case {
    const char* text;
    bool again;
  };
  for (const auto& one : {busy_case{"IDRAC.2.8.SYS518", true},
                          busy_case{"iLO.2.14.InvalidOperationForSystemState", true},
                          busy_case{"Base.1.4.InvalidOperationForSystemState", false},
                          busy_case{"iLO.2.14.UnableToModifyDuringSystemPOST", true},
                          busy_case{"Base.1.4.PropertyUnknown", false}}) {
    asking x;
    size_t asked = 0;
    x.answer_all([&]() -> std::optional<http_result> {
      if (++asked > 1) return std::nullopt;
      return with_body(400, R"({"error": {"@Message.ExtendedInfo": [{"MessageId": ")" +
                                std::string{one.text} + "\"}]}}");
    });
    BOOST_TEST(x.get(x.system()).has_value() == one.again, one.text);
  }
}

BOOST_AUTO_TEST_CASE(retries_a_lost_connection_but_not_a_post) {
  for (const auto kind : {fault_kind::half_answer, fault_kind::no_answer}) {
    asking x{"hpe", with_fault(kind, "*/Systems/*", 1)};
    BOOST_TEST(x.get(x.system()).has_value());
    asking y{"hpe", with_fault(kind, "*Reset", 1)};
    const auto bmc = y.client();
    auto call = bmc.post(y.system() + "/Actions/ComputerSystem.Reset", json{{"ResetType", "On"}});
    const auto out = run_alone(y.io, std::move(call));
    BOOST_REQUIRE(!out.has_value());
    BOOST_TEST((out.error().fault == redfish_fault::silent));
    BOOST_TEST(y.link.count("Reset") == 1U);
  }
}

BOOST_AUTO_TEST_CASE(retries_an_unreachable_bmc_until_the_timeout) {
  asking x;
  auto brief = quick_redfish();
  brief.request_timeout = 500ms;
  x.link.instead = [](const http_request&) {
    return http_fail(http_error::unreachable, "nobody is there.");
  };
  const auto out = run_alone(x.io, x.client(brief).get(x.system()));
  BOOST_REQUIRE(!out.has_value());
  BOOST_TEST((out.error().fault == redfish_fault::silent));
  BOOST_TEST(x.link.total() > 1U);
}

BOOST_AUTO_TEST_CASE(a_response_other_than_a_json_object_is_not_redfish) {
  struct odd_case {
    std::string body;
    const char* why;
    http_headers headers = {};
  };
  const std::string deep(10'000, '[');
  for (const auto& one : {odd_case{"<html></html>", "is not JSON"}, odd_case{"", "is empty"},
                          odd_case{"[1]", "not an object"}, odd_case{deep, "is not JSON"},
                          odd_case{"\x1f\x8b", "gzip", {{"Content-Encoding", "gzip"}}}}) {
    asking x;
    x.answer_all([&one] { return with_body(200, one.body, one.headers); });
    const auto message = x.error_of_get(x.system());
    BOOST_TEST(holds(message, one.why), message);
    BOOST_TEST(holds(message, "Check driver_info.redfish_address"));
  }
}

BOOST_AUTO_TEST_CASE(rejects_a_response_that_is_too_long) {
  asking x;
  auto small = quick_redfish();
  small.answer_bytes_max = 1000;
  x.answer_all([] { return with_body(200, "{\"a\": \"" + std::string(2000, 'a') + "\"}"); });
  BOOST_TEST(!run_alone(x.io, x.client(small).get(x.system())).has_value());
}

BOOST_AUTO_TEST_CASE(does_not_follow_links_to_other_hosts) {
  asking x;
  for (const auto* link : {"https://192.0.2.66/redfish/v1/Systems/1", "//evil/x", "", "Systems"}) {
    BOOST_TEST(holds(x.error_of_get(link), "link to another host"));
    const auto bmc = x.client();
    auto call = bmc.post(link, json::object());
    const auto out = run_alone(x.io, std::move(call));
    BOOST_TEST(!out.has_value());
  }
  BOOST_TEST(x.link.total() == 0U);
}

BOOST_AUTO_TEST_CASE(omits_accept_encoding_for_a_bmc_that_rejects_identity) {
  asking x{"hpe"};
  BOOST_TEST(x.get("/redfish/v1/Registries").has_value());
  BOOST_TEST(x.link.count("Registries 406") == 1U);
  BOOST_TEST(x.link.count("Registries 200") == 1U);
}

BOOST_AUTO_TEST_CASE(an_error_shows_the_bmcs_critical_message_first) {
  asking x;
  x.answer_all([] {
    return with_body(400, R"({"error": {"code": "c", "message": "m", "@Message.ExtendedInfo": [
      {"MessageId": "B.1.A", "Message": "mild", "Severity": "Warning"},
      {"MessageId": "B.1.B", "Message": "bad\nline", "Severity": "Critical"}]}})");
  });
  const auto message = x.error_of_get(x.system());
  BOOST_TEST(holds(message, "It says: B.1.B: bad line; B.1.A: mild"), message);
  BOOST_TEST(holds(message, "GET " + x.system() + " with HTTP 400"));
}

BOOST_AUTO_TEST_CASE(shows_odd_errors_as_far_as_readable) {
  const std::string one = R"({"error": {"@Message.ExtendedInfo": {"MessageId": "X"}}})";
  BOOST_TEST(error_message_of(one) == "X");
  BOOST_TEST(error_message_of(R"({"error": {"code": "c", "message": "no pool",
      "@Message.ExtendedInfo": [{"MessageId": "X"}]}})") == "X: no pool");
  BOOST_TEST(error_message_of(R"({"error": {"code": "c", "message": "m"}})") == "c: m");
  for (const auto* odd : {"", "[]", "{}", "{\"error\": 7}", "<html>",
                          R"({"error": {"@Message.ExtendedInfo": [7, null, "x"]}})"})
    BOOST_TEST(error_message_of(odd) == "");
  BOOST_TEST(
      error_message_of("{\"error\": {\"message\": \"" + std::string(5000, 'm') + "\"}}").size() <
      1000U);
}

BOOST_AUTO_TEST_CASE(a_change_sends_an_etag_and_at_last_none) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      asking x{profile};
      const auto bmc = x.client();
      const auto shown = run_alone(
          x.io, bmc.get("/redfish/v1/Chassis/" + std::string{x.link.bmc.kind().chassis_id}));
      BOOST_REQUIRE(shown.has_value());
      BOOST_TEST(shown->etag.empty() == (x.link.bmc.kind().etags == simulator::etag_demand::none));
      const auto told = run_alone(x.io, bmc.patch(*shown, json{{"IndicatorLED", "Lit"}}));
      BOOST_TEST(told.has_value());
    }
}

BOOST_AUTO_TEST_CASE(sends_the_etag_that_a_bmc_requires) {
  using texts = std::vector<std::string>;
  struct tag_case {
    std::string shown;    ///< With the resource that is changed.
    std::string current;  ///< With the next GET.
    std::string accepted;
    texts sent;
  };
  for (const auto& one : {tag_case{"", "\"7\"", "\"7\"", {"", "\"7\""}},
                          tag_case{"\"6\"", "\"7\"", "\"7\"", {"\"6\"", "\"7\""}},
                          tag_case{"\"6\"", "W/\"7\"", "W/\"7\"", {"\"6\"", "W/\"7\""}},
                          tag_case{"W/\"7\"", "W/\"7\"", "\"7\"", {"W/\"7\"", "\"7\""}},
                          tag_case{"", "", "*", {"", "*"}},
                          tag_case{"\"6\"", "\"7\"", "never", {"\"6\"", "\"7\"", ""}}}) {
    asking x;
    texts sent;
    x.link.instead = [&](const http_request& request) -> std::optional<http_result> {
      if (request.target != "/r") return {};
      if (request.method == http_method::get) return with_body(200, "{}", {{"ETag", one.current}});
      std::string tag;
      for (const auto& [name, value] : request.headers)
        if (name == "If-Match") tag = value;
      sent.push_back(tag);
      return with_body(tag == one.accepted ? 200 : tag.empty() ? 428 : 412, "{}");
    };
    redfish_resource shown;
    shown.path = "/r";
    shown.etag = one.shown;
    const auto told = run_alone(x.io, x.client().patch(shown, json::object()));
    BOOST_TEST(told.has_value() == (one.accepted != "never"));
    BOOST_TEST(sent == one.sent, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(rereads_or_omits_a_wrong_etag) {
  for (const auto* profile : {"dell", "ami"})
    for (const unsigned count : {1U, 2U}) {
      if (profile == std::string{"ami"} && count > 1)
        continue;  // it accepts no change without an ETag
      asking x{profile, with_fault(fault_kind::wrong_etag, "*/Chassis/*", count, "GET")};
      const auto bmc = x.client();
      const auto shown = run_alone(
          x.io, bmc.get("/redfish/v1/Chassis/" + std::string{x.link.bmc.kind().chassis_id}));
      const auto told = run_alone(x.io, bmc.patch(*shown, json{{"IndicatorLED", "Lit"}}));
      BOOST_TEST(told.has_value(), (told ? "" : told.error().message));
    }
}

BOOST_AUTO_TEST_SUITE_END()
