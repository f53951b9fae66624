#include "messages/wire/incident.hpp"

#include "messages/wire/decision_record.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

decision_record record_of(uint64_t version, const std::string& changes) {
  decision_record out;
  out.version = version;
  out.message = R"({"data":{"password":"sesame-1"},"id":"m"})";
  out.changes = changes;
  return out;
}

/// Two consecutive decisions, and one after a gap.
incident_sources some_sources() {
  auto first = record_of(1, R"([{"op":"add","path":"/info","value":{"a_password":"sesame-1"}}])");
  first.before = R"({"name":"n"})";
  first.configuration = R"({"conductor.allow_tokenless_agents":"true"})";
  const auto second =
      record_of(2, R"([{"op":"replace","path":"/info/a_password","value":"sesame-2"}])");
  const auto late =
      record_of(7, R"([{"op":"replace","path":"/info/a_password","value":"sesame-3"}])");
  incident_sources out;
  out.node = "n1";
  out.snapshot = R"({"info":{"a_password":"sesame-3"}})";
  for (const auto& one : {first, second, late}) out.decisions.push_back(to_text(one));
  out.events = {R"({"data":{"error":"refused sesame-2"},"id":"e1"})"};
  out.operations = {R"({"ledger":[{"evidence":"used sesame-1"}]})"};
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(incidents)

BOOST_AUTO_TEST_CASE(an_incident_contains_everything_except_secrets) {
  const auto text = make_incident(some_sources()).value();
  BOOST_TEST(text.find("sesame") == std::string::npos, text);
  const auto incident = json::parse(text);
  BOOST_TEST(incident["incident"]["format"] == incident_format);
  BOOST_TEST(incident["incident"]["node"] == "n1");
  BOOST_TEST(incident["incident"]["notes"].empty());
  BOOST_TEST(incident["events"][0]["id"] == "e1");
  BOOST_TEST(incident["operations"].size() == 1U);
  BOOST_TEST(incident["decisions"][0]["configuration"]["conductor.allow_tokenless_agents"] ==
             "true");
}

BOOST_AUTO_TEST_CASE(changes_refer_to_the_shown_snapshots) {
  const auto decisions = json::parse(make_incident(some_sources()).value())["decisions"];
  BOOST_TEST(decisions[0]["before"] == json({{"name", "n"}}));
  const auto after = decisions[0]["before"].patch(decisions[0]["changes"]);
  BOOST_TEST(after["info"]["a_password"] == decisions[0]["message"]["data"]["password"]);
  BOOST_TEST(!decisions[1].contains("before"));
  const auto later = after.patch(decisions[1]["changes"]);
  BOOST_TEST(later["info"]["a_password"] != after["info"]["a_password"]);
}

BOOST_AUTO_TEST_CASE(values_that_rules_write_into_secret_fields_are_secrets) {
  auto sources = some_sources();
  auto ruled = record_of(8, "[]");
  ruled.rules = R"([{"built_in":false,"rule":{"actions":[{"op":"set-attribute",)"
                R"("args":["/driver_info/ipmi_password","sesame-4"]}]}}])";
  sources.decisions.push_back(to_text(ruled));
  const auto text = make_incident(sources).value();
  BOOST_TEST(text.find("sesame") == std::string::npos, text);
  BOOST_TEST(text.find("/driver_info/ipmi_password") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(states_after_a_gap_are_unknown) {
  const auto last = json::parse(make_incident(some_sources()).value())["decisions"][2];
  BOOST_TEST(last["version"] == 7);
  BOOST_TEST(!last.contains("before"));
  BOOST_TEST(last["changes"].is_null());
}

BOOST_AUTO_TEST_CASE(missing_parts_are_noted) {
  incident_sources sources;
  sources.is_cut = true;
  const auto notes = json::parse(make_incident(sources).value())["incident"]["notes"];
  BOOST_TEST(notes.size() == 3U, to_text(notes));
}

BOOST_AUTO_TEST_CASE(damage_is_a_failure) {
  for (const auto* text : {"", "{", "[]", R"({"version":1,"time":"x"})"}) {
    auto sources = some_sources();
    sources.decisions.emplace_back(text);
    BOOST_TEST((make_incident(sources).error().code == error_code::internal), text);
  }
}

BOOST_AUTO_TEST_CASE(the_newest_texts_are_kept) {
  newest_texts texts;
  const size_t half = incident_bytes_max / 2;
  for (const char c : {'a', 'b', 'c'}) texts.add(std::string(half, c));
  BOOST_TEST(texts.has_lost());
  const auto kept = texts.take();
  BOOST_REQUIRE(kept.size() == 2U);
  BOOST_TEST(kept[0][0] == 'b');
}

BOOST_AUTO_TEST_SUITE_END()
