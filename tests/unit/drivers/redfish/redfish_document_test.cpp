#include "drivers/redfish/client/redfish_document.hpp"

#include "tests/unit/drivers/redfish/client_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

using oddities = std::vector<redfish_oddity>;

struct document_case {
  std::string text;
  json read;
  oddities met;
};

/// The oddities of the BMC that a client has met.
json oddities_of(const redfish_client& bmc) { return bmc.oddities().unknown_to(json{}); }

/// Answers the first requests for the system in this way, the others as usual.
void answer_first(asking& x, size_t count, http_response answer) {
  x.link.instead = [&x, left = count,
                    answer](const http_request& request) mutable -> std::optional<http_result> {
    if (request.target != x.system() || left == 0) return {};
    --left;
    return answer;
  };
}

}  // namespace

BOOST_AUTO_TEST_SUITE(redfish_documents)

BOOST_AUTO_TEST_CASE(repairs_what_bmcs_send) {
  for (const auto& one :
       {document_case{R"({"a": 1})", {{"a", 1}}, {}},
        document_case{
            "{\"a\": \"b\xff\"}", {{"a", "b\xef\xbf\xbd"}}, {redfish_oddity::invalid_utf8}},
        document_case{"{\"a\":\n\"b\tc\nd\\\"e\x01\"}",
                      {{"a", "b c d\"e "}},
                      {redfish_oddity::control_character}},
        document_case{"{\"\x02\": \"\xc3\"}",
                      {{" ", "\xef\xbf\xbd"}},
                      {redfish_oddity::invalid_utf8, redfish_oddity::control_character}},
        document_case{R"({"a": 1, "a": 2})", {{"a", 2}}, {redfish_oddity::repeated_member}},
        document_case{R"({"a": 99999999999999999999})",
                      {{"a", 99999999999999999999.0}},
                      {redfish_oddity::repeated_member}}}) {
    oddities met;
    const auto read = read_redfish_text(one.text, {}, &met);
    BOOST_REQUIRE(read.has_value());
    BOOST_TEST(*read == one.read, one.text);
    BOOST_TEST((met == one.met), one.text);
  }
}

BOOST_AUTO_TEST_CASE(rejects_what_is_no_document) {
  for (const std::string text : {"", "{", "{\"a\": \"b", "<html>\xff</html>", "{\"a\" 1}"})
    BOOST_TEST(!read_redfish_text(text, {}).has_value(), text);
  const json_limits small{.bytes = 20, .depth = 2};
  BOOST_TEST(!read_redfish_text("{\"a\": \"\xff" + std::string(20, 'x') + "\"}", small));
  BOOST_TEST(!read_redfish_text("[[[\"\xff\"]]]", small).has_value());
  BOOST_TEST(read_redfish_text("[[\"\xff\"]]", small).has_value());
}

BOOST_AUTO_TEST_CASE(a_broken_text_does_not_end_the_conversation) {
  asking x;
  answer_first(x, 5, with_body(200, "{\"Id\": \"\xff\x01\"}"));
  const auto bmc = x.client();
  for (int i = 0; i < 2; ++i) BOOST_TEST(run_alone(x.io, bmc.get(x.system())).has_value());
  const auto met = oddities_of(bmc);
  BOOST_TEST(met == (json{{"invalid_utf8", x.system()}, {"control_character", x.system()}}));
}

BOOST_AUTO_TEST_CASE(an_error_with_broken_text_is_shown) {
  BOOST_TEST(error_message_of("{\"error\": {\"message\": \"b\xff\x01"
                              "d\"}}") == "b\xef\xbf\xbd d");
}

BOOST_AUTO_TEST_CASE(retries_after_an_empty_or_cut_answer) {
  for (const std::string body : {"", "{\"Id\": \"1", "<html>wait</html>"}) {
    asking x;
    answer_first(x, 2, with_body(200, body));
    const auto bmc = x.client();
    const auto out = run_alone(x.io, bmc.get(x.system(), std::chrono::hours{1}));
    BOOST_REQUIRE(out.has_value());
    BOOST_TEST(out->body.contains("PowerState"));
    BOOST_TEST(x.link.count(x.system() + " 200") == 3U);
    BOOST_TEST(oddities_of(bmc).contains(body.empty() ? "empty_answer" : "cut_answer"));
  }
}

BOOST_AUTO_TEST_CASE(limits_the_retries_for_a_readable_answer) {
  asking x;
  answer_first(x, 1'000, with_body(200, ""));
  BOOST_TEST(holds(x.error_of_get(x.system()), "is empty"));
  BOOST_TEST(x.link.count(x.system() + " 200") == 5U);
}

BOOST_AUTO_TEST_CASE(retries_after_an_empty_service_root) {
  asking x;
  size_t left = 2;
  x.link.instead = [&](const http_request& request) -> std::optional<http_result> {
    if (request.target != service_root || left == 0) return {};
    --left;
    return with_body(200, "");
  };
  BOOST_TEST(x.get(x.system()).has_value());
  BOOST_TEST(left == 0U);
}

BOOST_AUTO_TEST_CASE(the_content_type_does_not_matter) {
  asking x;
  answer_first(x, 1, with_body(200, "{\"Id\": \"1\"}", {{"Content-Type", "text/html"}}));
  const auto bmc = x.client();
  BOOST_TEST(run_alone(x.io, bmc.get(x.system())).has_value());
  BOOST_TEST(oddities_of(bmc) == (json{{"content_type", x.system()}}));
}

BOOST_AUTO_TEST_CASE(a_link_may_have_unescaped_characters) {
  asking x;
  std::string asked;
  x.answer_all([] { return with_body(200, "{}"); });
  const auto bmc = x.client();
  BOOST_TEST(run_alone(x.io, bmc.get("/redfish/v1/Chassis/a b#/x")).has_value());
  BOOST_TEST(x.link.count("GET /redfish/v1/Chassis/a%20b 200") == 1U);
  BOOST_TEST(oddities_of(bmc).contains("odd_link"));
}

/// A node has the oddities of its BMC, each kind once.
BOOST_AUTO_TEST_CASE(a_step_reports_new_oddities) {
  redfish_fixture x;
  BOOST_TEST(
      !x.done("power", "get_power_state").observed.driver_internal_info.contains(oddities_key));
  x.link.instead = [&](const http_request& request) -> std::optional<http_result> {
    if (!request.target.ends_with(x.link.bmc.kind().system_id)) return {};
    return with_body(200, "{\"PowerState\": \"On\", \"Name\": \"\xff\"}");
  };
  x.done("power", "get_power_state");
  const auto& stored = x.node.driver_internal_info;
  BOOST_TEST(holds(stored.at(oddities_key).at("invalid_utf8").get<std::string>(), "/Systems/"));
  BOOST_TEST(
      !x.done("power", "get_power_state").observed.driver_internal_info.contains(oddities_key));
}

BOOST_AUTO_TEST_SUITE_END()
