#include "tests/unit/actors/catalog/bench_record.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

const json wish{{"resource_class", "gold"}, {"traits", {"CUSTOM_A"}}, {"name", "web"}};

rows_found rows(std::initializer_list<rows_found::item> x) { return {x}; }

record_message taken(const std::string& node) {
  return record_command{answer_claim{node, {}, std::nullopt}};
}

record_message refused(const std::string& node) {
  return record_command{answer_claim{node, {}, "it is in maintenance"}};
}

/// The one node that was asked since the last call; empty if none was.
std::string asked(bench_record& x) {
  std::string out;
  for (const auto& [node, what] : x.told())
    if (std::holds_alternative<claim_node>(what)) out += node;
  return out;
}

std::string released(bench_record& x) {
  std::string out;
  for (const auto& [node, what] : x.told())
    if (std::holds_alternative<release_node>(what)) out += node;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_allocation_asks_the_store_and_then_a_node) {
  bench_record x{"allocation"};
  const auto made = json::parse(x.create(wish).body);
  BOOST_TEST(made["state"] == "allocating");
  BOOST_TEST_REQUIRE(x.has_question());
  BOOST_TEST(x.question().collection == "nodes");
  x.tell(rows({{"n-1", "db"}}));
  BOOST_TEST(asked(x) == "n-1");
  x.tell(taken("n-1"));
  BOOST_TEST(x.about()["state"] == "active");
  BOOST_TEST(x.about()["node_uuid"] == "n-1");
}

BOOST_AUTO_TEST_CASE(a_node_of_the_same_name_comes_first) {
  bench_record x{"allocation"};
  x.create(wish);
  x.tell(rows({{"n-1", "db"}, {"n-2", "web"}, {"n-3", "mail"}}));
  BOOST_TEST(asked(x) == "n-2");
}

BOOST_AUTO_TEST_CASE(a_node_that_refuses_is_not_asked_again) {
  bench_record x{"allocation"};
  x.create(wish);
  x.tell(rows({{"n-1", ""}}));
  x.tell(refused("n-1"));
  BOOST_TEST(x.has_question());
  asked(x);
  x.tell(rows({{"n-1", ""}, {"n-2", ""}}));
  BOOST_TEST(asked(x) == "n-2");
  x.tell(refused("n-2"));
  x.tell(rows({{"n-1", ""}, {"n-2", ""}}));
  BOOST_TEST(x.about()["state"] == "error");
  BOOST_TEST(x.about()["last_error"].get<std::string>().find("resource class gold") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(only_candidates_are_asked) {
  bench_record x{"allocation"};
  auto fields = wish;
  fields["candidate_nodes"] = {"n-3"};
  x.create(fields);
  x.tell(rows({{"n-1", ""}, {"n-3", ""}}));
  BOOST_TEST(asked(x) == "n-3");
}

BOOST_AUTO_TEST_CASE(what_is_overdue_is_asked_for_again) {
  bench_record x{"allocation"};
  x.create(wish);
  x.pass(std::chrono::seconds{60});
  x.tell(deadline_passed{});
  BOOST_TEST(x.has_question());
  x.tell(rows({{"n-1", ""}}));
  asked(x);
  x.tell(taken_over{});
  BOOST_TEST(asked(x) == "n-1");
}

BOOST_AUTO_TEST_CASE(an_answer_that_nobody_waits_for_lets_the_node_go) {
  bench_record x{"allocation"};
  x.create(wish);
  x.tell(rows({{"n-1", ""}}));
  x.tell(taken("n-9"));
  BOOST_TEST(released(x) == "n-9");
  x.tell(taken("n-1"));
  x.tell(taken("n-1"));  // told twice, it stays ours
  BOOST_TEST(released(x).empty());
  x.tell(record_command{delete_record{}});
  BOOST_TEST(released(x) == "n-1");
  x.tell(taken("n-1"));
  BOOST_TEST(released(x) == "n-1");
  BOOST_TEST(!x.exists());
}

BOOST_AUTO_TEST_CASE(a_back_fill_asks_its_node_and_no_other) {
  bench_record x{"allocation"};
  x.create({{"node", "n-1"}});
  BOOST_TEST(!x.has_question());
  BOOST_TEST(asked(x) == "n-1");
  x.tell(refused("n-1"));
  BOOST_TEST(x.about()["state"] == "error");
  BOOST_TEST(!x.has_question());
}

BOOST_AUTO_TEST_CASE(a_trait_must_be_one) {
  bench_record x{"allocation"};
  BOOST_TEST(code_of_answer(x.create({{"resource_class", "g"}, {"traits", {"nope"}}})) ==
             "invalid");
  BOOST_TEST(!x.exists());
}
