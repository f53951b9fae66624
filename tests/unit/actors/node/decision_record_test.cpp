#include "messages/wire/past_node.hpp"
#include "messages/wire/snapshot_changes.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <random>

using namespace ironbus;
using namespace ironbus::test;

namespace {

void check_changes(const json& before, const json& after) {
  const auto text = changes_between(to_text(before), to_text(after));
  BOOST_TEST(before.patch(json::parse(text)) == after, text);
}

/// A random small document with recurring keys.
json any_document(std::mt19937& random, int depth) {
  static const std::array<std::string, 5> keys{"a", "b\"", "c/d", "e~f", "g\\"};
  switch (random() % (depth > 0 ? 7 : 5)) {
    case 0: return nullptr;
    case 1: return random() % 3;
    case 2: return "x\\\"]},[{" + std::to_string(random() % 3);
    case 3: return random() % 2 == 0;
    case 4: return "";
    case 5: {
      auto out = json::array();
      for (auto i = random() % 4; i > 0; --i) out.push_back(any_document(random, depth - 1));
      return out;
    }
    default: {
      auto out = json::object();
      for (auto i = random() % 5; i > 0; --i)
        out[keys[random() % keys.size()]] = any_document(random, depth - 1);
      return out;
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(decision_records)

BOOST_AUTO_TEST_CASE(a_patch_describes_any_change) {
  std::mt19937 random{7};
  for (int i = 0; i < 20'000; ++i) check_changes(any_document(random, 4), any_document(random, 4));
}

BOOST_AUTO_TEST_CASE(unchanged_parts_are_not_described) {
  const json before{{"steps", {1, 2, 3}}, {"info", {{"a", 1}, {"b", std::string(500, 'x')}}}};
  auto after = before;
  BOOST_TEST(changes_between(to_text(before), to_text(after)) == "[]");
  after["info"]["a"] = 2;
  const json told{{{"op", "replace"}, {"path", "/info/a"}, {"value", 2}}};
  BOOST_TEST(changes_between(to_text(before), to_text(after)) == to_text(told));
}

BOOST_AUTO_TEST_CASE(a_shifted_list_is_described_by_its_ends) {
  auto ids = json::array();
  for (int i = 0; i < 64; ++i) ids.push_back("message-" + std::to_string(i));
  const json before{{"applied", ids}};
  ids.erase(0);
  ids.push_back("message-64");
  const json after{{"applied", ids}};
  const json told{{{"op", "remove"}, {"path", "/applied/0"}},
                  {{"op", "add"}, {"path", "/applied/-"}, {"value", "message-64"}}};
  BOOST_TEST(changes_between(to_text(before), to_text(after)) == to_text(told));
}

BOOST_AUTO_TEST_CASE(long_strings_are_replaced_by_a_note) {
  const json long_one{{"configdrive", std::string(100'000, 'x')}, {"a", {"short"}}};
  const json shortened{{"configdrive", "(left out: 100000 bytes)"}, {"a", {"short"}}};
  BOOST_TEST(without_long_strings(to_text(long_one)) == to_text(shortened));
  const auto change = changes_between("{}", to_text(long_one));
  BOOST_TEST(change.find("(left out: 100000 bytes)") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_record_has_the_input_and_the_result) {
  node_fixture n;
  n.records_decisions = true;
  n.user = "ada";
  n.request_id = "req-1";
  n.order("manage");
  const auto& first = n.decisions().at(0);
  const auto head = decode_envelope(first.message).value();
  BOOST_TEST(head.type == "ironbus.command.set_provision_state");
  BOOST_TEST(head.id == n.last_id());
  BOOST_TEST(head.authid == "ada");
  BOOST_TEST(head.request_id == "req-1");
  BOOST_TEST(first.version == 1u);
  BOOST_TEST((first.time == n.time));
  BOOST_TEST(first.context.conductor == "bench");
  BOOST_TEST(first.context.reply_to == "client");
  BOOST_TEST(json::parse(first.before)["about"]["provision_state"] == "enroll");
  BOOST_REQUIRE(first.sent.size() == 1u);
  BOOST_TEST(first.sent[0].starts_with("ironbus.steps step.power"));
}

BOOST_AUTO_TEST_CASE(every_64th_record_is_whole_and_one_after_a_pause) {
  node_fixture n;
  n.records_decisions = true;
  for (int i = 0; i < 130; ++i) {
    n.time += std::chrono::seconds{1};
    n.patch("add", "/extra/count", i);
  }
  std::vector<uint64_t> wholes;
  for (const auto& one : n.decisions())
    if (!one.before.empty()) wholes.push_back(one.version);
  BOOST_TEST(wholes == (std::vector<uint64_t>{1, 65, 129}), boost::test_tools::per_element());
  n.time += std::chrono::hours{7};
  n.patch("add", "/extra/count", -1);
  BOOST_TEST(!n.decisions().back().before.empty());
}

BOOST_AUTO_TEST_CASE(a_state_after_a_gap_is_unknown) {
  node_fixture n;
  n.records_decisions = true;
  for (int i = 0; i < 3; ++i) n.patch("add", "/extra/count", i);
  past_node past;
  past.take(n.decisions()[0]);
  past.take(n.decisions()[2]);
  BOOST_TEST(past.state().error().message == "A decision before it is missing.");
}

BOOST_AUTO_TEST_CASE(a_deleted_node_has_no_state) {
  node_fixture n;
  n.records_decisions = true;
  BOOST_REQUIRE(!n.tell(delete_node{}).refused);
  past_node past;
  for (const auto& one : n.decisions()) past.take(one);
  BOOST_TEST(past.state().value().is_null());
}

BOOST_AUTO_TEST_CASE(the_records_of_a_lifetime_are_small) {
  auto n = manageable();
  n.records_decisions = true;
  n.order("provide");
  n.run();
  n.order("active");
  n.run();
  size_t bytes = 0;
  for (const auto& one : n.decisions()) bytes += to_text(one).size();
  const auto each = bytes / n.decisions().size();
  BOOST_TEST_MESSAGE(n.decisions().size() << " decisions, " << each << " bytes each");
  BOOST_TEST(each < 4'000u);
}

BOOST_AUTO_TEST_SUITE_END()
