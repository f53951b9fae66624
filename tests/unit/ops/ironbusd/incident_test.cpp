#include "messages/wire/incident.hpp"

#include "actors/node/decide.hpp"
#include "actors/node/save_decision.hpp"
#include "ops/ironbusd/incident/incident_file.hpp"
#include "ops/ironbusd/incident/past_installation.hpp"
#include "ops/ironbusd/incident/replay.hpp"
#include "ops/ironbusd/incident/replay_text.hpp"

#include <boost/test/unit_test.hpp>

#include <sstream>

using namespace ironbus;
using namespace ironbus::daemon;

namespace {

constexpr const char* uuid = "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e01";
const json head{{"format", incident_format}, {"node", uuid}};

std::string why_refused(const std::string& lines) {
  std::istringstream source{lines};
  const auto read = read_incident(source);
  return read ? "" : read.error().message;
}

std::string lines_with(const std::string& more, const std::string& end = R"({"end":{"lines":3}})") {
  return to_text({{"incident", head}}) + "\n{\"snapshot\":null}\n" + more + "\n" + end + "\n";
}

/// The logged decisions of a node that is enrolled and moved to manageable.
incident_sources short_life(const std::string& configuration) {
  const auto installation = past_installation::make(json::parse(configuration)).value();
  incident_sources out;
  out.node = uuid;
  std::optional<node_snapshot> node;
  const auto tell = [&](const std::string& id, const node_message& message) {
    decision_record known;
    known.time =
        timestamp{std::chrono::hours{500'000} + std::chrono::seconds{out.decisions.size()}};
    known.context = {"c1", "h1", 1};
    envelope sent;
    sent.time = known.time;
    const auto ctx = installation.context_of(known, sent, {});
    const auto* before = node ? &*node : nullptr;
    const auto made = decide(before, uuid, id, message, ctx);
    BOOST_REQUIRE_MESSAGE(!made.answer.refused, made.answer.refused->message);
    auto event = decision_event({before, {}, message, id, out.decisions.size()}, made,
                                encode_snapshot(made.next));
    auto item = json::parse(event.body);
    item["configuration"] = json::parse(configuration);
    out.decisions.push_back(to_text(item));
    node = made.next;
  };
  tell("m1",
       command{create_node{
           {{"driver", "fake-hardware"}, {"driver_info", {{"a_password", "sesame-open"}}}}, 115}});
  set_provision_state manage;
  manage.target = "manage";
  tell("m2", command{manage});
  out.snapshot = encode_snapshot(*node);
  return out;
}

incident_file file_of(const incident_sources& sources) {
  const auto answer = json::parse(make_incident(sources).value());
  std::istringstream lines{incident_lines(answer).value()};
  return read_incident(lines).value();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(incident_files)

BOOST_AUTO_TEST_CASE(a_file_is_read_as_it_was_written) {
  const json answer{{"incident", head},
                    {"snapshot", {{"a", 1}}},
                    {"operations", {{{"o", 1}}}},
                    {"events", {{{"e", 1}}, {{"e", 2}}}},
                    {"decisions", json::array()}};
  std::istringstream lines{incident_lines(answer).value()};
  const auto read = read_incident(lines).value();
  BOOST_TEST(read.head == answer["incident"]);
  BOOST_TEST(read.snapshot == answer["snapshot"]);
  BOOST_TEST(json(read.operations) == answer["operations"]);
  BOOST_TEST(json(read.events) == answer["events"]);
  BOOST_TEST(read.decisions.empty());
}

BOOST_AUTO_TEST_CASE(an_incomplete_incident_is_rejected_with_the_line) {
  BOOST_TEST(why_refused(lines_with(R"({"event":{}})")) == "");
  const std::vector<std::pair<std::string, std::string>> all{
      {"", "it is empty"},
      {"{\"event\":{}}\n", "line 1: it does not begin with {\"incident\":…}"},
      {"{\"incident\":{\"format\":2}}\n", "line 1: its format is 2, this release reads 1"},
      {"{\"incident\":{}}\n", "line 1: it has no format"},
      {to_text({{"incident", head}}) + "\n{\"snapshot\":null}\n",
       "it is incomplete: the last line is missing"},
      {lines_with("{\"event\":{}}", "{\"end\":{\"lines\":2}}"),
       "line 4: its line count is wrong: the file was changed or truncated"},
      {lines_with("{\"event\":{}}") + "x", "line 4: there is data after it"},
      {lines_with("{\"event\":[]}"), "line 3: 'event' must be an object"},
      {lines_with("{\"odd\":{}}"), "line 3: unknown line 'odd'"},
      {lines_with("{\"incident\":{}}"), "line 3: it has a second {\"incident\":…}"},
      {lines_with("{}"), "line 3: it is not an object with one member"}};
  for (const auto& [lines, why] : all) {
    const auto said = why_refused(lines);
    BOOST_TEST(said.starts_with(why), said << " instead of " << why);
  }
}

BOOST_AUTO_TEST_CASE(deep_or_long_lines_are_rejected) {
  BOOST_TEST(
      !why_refused(lines_with("{\"event\":" + std::string(100, '[') + std::string(100, ']') + "}"))
           .empty());
  const auto long_line = "{\"event\":\"" + std::string(incident_line_bytes_max, 'x') + "\"}";
  BOOST_TEST(why_refused(lines_with(long_line)).starts_with("line 3: it is too long"));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(incident_replays)

BOOST_AUTO_TEST_CASE(the_same_code_decides_the_same) {
  const auto file = file_of(short_life(R"({"conductor.automated_clean":"false"})"));
  const auto report = replay_decisions(file).value();
  const auto text = replay_text(replay_document(file, report));
  BOOST_TEST(report.decisions.size() == 2U);
  BOOST_TEST(report.notes.empty());
  for (const auto& one : report.decisions) BOOST_TEST((one.verdict == replay_verdict::same), text);
  BOOST_TEST(
      text.find("2 decisions are the same today, 0 differ, 0 are unknown") != std::string::npos,
      text);
  BOOST_TEST(text.find("sesame") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_different_decision_is_shown_with_its_differences) {
  auto file = file_of(short_life("{}"));
  file.decisions[1]["context"]["conductor"] = "c9";
  for (auto& change : file.decisions[1]["changes"])
    if (change["path"] == "/about/provision_state") change["value"] = "enroll";
  file.decisions[1]["sent"].push_back("ironbus.steps odd");
  const auto report = replay_decisions(file).value();
  const auto& one = report.decisions[1];
  BOOST_TEST((one.verdict == replay_verdict::otherwise));
  BOOST_REQUIRE(one.differences.size() == 2U);
  BOOST_TEST(one.differences[0].where == "/about/provision_state");
  BOOST_TEST(one.differences[0].then == "enroll");
  BOOST_TEST(one.differences[0].today == "verifying");
  BOOST_TEST(one.differences[1].where == "sent");
  BOOST_TEST(one.differences[1].today.is_null());
}

BOOST_AUTO_TEST_CASE(a_rejection_by_todays_code_is_a_difference) {
  auto file = file_of(short_life("{}"));
  file.decisions[1]["message"]["data"]["target"] = "rescue";
  const auto report = replay_decisions(file).value();
  BOOST_TEST((report.decisions[1].verdict == replay_verdict::otherwise));
  BOOST_TEST(report.decisions[1].why.starts_with("Today's code rejects the message: "));
}

BOOST_AUTO_TEST_CASE(decisions_after_a_gap_are_unknown) {
  auto file = file_of(short_life("{}"));
  file.decisions[1]["version"] = 5;
  file.decisions[1].erase("before");
  const auto report = replay_decisions(file).value();
  BOOST_TEST((report.decisions[1].verdict == replay_verdict::unknown));
}

BOOST_AUTO_TEST_CASE(an_unknown_configuration_is_noted) {
  auto file = file_of(short_life("{}"));
  for (auto& one : file.decisions) one.erase("configuration");
  BOOST_TEST(replay_decisions(file).value().notes.size() == 1U);
  file.decisions[0]["configuration"] = {{"conductor.of_tomorrow", "1"}};
  const auto report = replay_decisions(file).value();
  BOOST_TEST((report.decisions[0].verdict == replay_verdict::otherwise));
  BOOST_TEST(report.decisions[0].why.find("conductor.of_tomorrow") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(errors_name_the_damaged_decision) {
  for (const json& bad :
       {json::object(), json{{"version", "x"}}, json{{"version", 1}, {"time", 5}}}) {
    auto file = file_of(short_life("{}"));
    file.decisions[1] = bad;
    const auto report = replay_decisions(file);
    BOOST_REQUIRE(!report.has_value());
    BOOST_TEST(report.error().message.starts_with("decision 2 is damaged: "));
  }
}

BOOST_AUTO_TEST_SUITE_END()
