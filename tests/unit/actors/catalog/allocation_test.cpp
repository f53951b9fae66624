#include "messages/model/snapshot.hpp"
#include "tests/unit/actors/catalog/record_fixture.hpp"

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

/// The node that was asked since the last call; empty if none was.
std::string asked(record_fixture& fixture) {
  std::string out;
  for (const auto& [node, what] : fixture.published())
    if (std::holds_alternative<claim_node>(what)) out += node;
  return out;
}

std::string released(record_fixture& fixture) {
  std::string out;
  for (const auto& [node, what] : fixture.published())
    if (std::holds_alternative<release_node>(what)) out += node;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_allocation_asks_the_store_and_then_a_node) {
  record_fixture x{"allocation"};
  const auto made = json::parse(x.create(wish).body);
  BOOST_TEST(made["state"] == "allocating");
  BOOST_TEST_REQUIRE(x.has_question());
  BOOST_TEST(x.question().collection == "nodes");
  x.tell(rows({{"n-1", "db"}}));
  BOOST_TEST(asked(x) == "n-1");
  x.tell(taken("n-1"));
  BOOST_TEST(x.attributes()["state"] == "active");
  BOOST_TEST(x.attributes()["node_uuid"] == "n-1");
}

BOOST_AUTO_TEST_CASE(a_node_of_the_same_name_comes_first) {
  record_fixture x{"allocation"};
  x.create(wish);
  x.tell(rows({{"n-1", "db"}, {"n-2", "web"}, {"n-3", "mail"}}));
  BOOST_TEST(asked(x) == "n-2");
}

BOOST_AUTO_TEST_CASE(a_refusing_node_is_skipped) {
  record_fixture x{"allocation"};
  x.create(wish);
  x.tell(rows({{"n-1", ""}}));
  x.tell(refused("n-1"));
  BOOST_TEST(x.has_question());
  asked(x);
  x.tell(rows({{"n-1", ""}, {"n-2", ""}}));
  BOOST_TEST(asked(x) == "n-2");
  x.tell(refused("n-2"));
  x.tell(rows({{"n-1", ""}, {"n-2", ""}}));
  BOOST_TEST(x.attributes()["state"] == "error");
  BOOST_TEST(x.attributes()["last_error"].get<std::string>().find("resource class gold") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(only_candidates_are_asked) {
  record_fixture x{"allocation"};
  auto fields = wish;
  fields["candidate_nodes"] = {"n-3"};
  x.create(fields);
  x.tell(rows({{"n-1", ""}, {"n-3", ""}}));
  BOOST_TEST(asked(x) == "n-3");
}

BOOST_AUTO_TEST_CASE(overdue_requests_are_repeated) {
  record_fixture x{"allocation"};
  x.create(wish);
  x.pass(std::chrono::seconds{60});
  x.tell(deadline_passed{});
  BOOST_TEST(x.has_question());
  x.tell(rows({{"n-1", ""}}));
  asked(x);
  x.tell(taken_over{});
  BOOST_TEST(asked(x) == "n-1");
}

BOOST_AUTO_TEST_CASE(an_unexpected_answer_releases_the_node) {
  record_fixture x{"allocation"};
  x.create(wish);
  x.tell(rows({{"n-1", ""}}));
  x.tell(taken("n-9"));
  BOOST_TEST(released(x) == "n-9");
  x.tell(taken("n-1"));
  x.tell(taken("n-1"));  // a repeated reply does not change that
  BOOST_TEST(released(x).empty());
  x.tell(record_command{delete_record{}});
  x.tell(record_command{delete_record{"n-1"}});
  BOOST_TEST(!x.exists());
  released(x);
  x.tell(taken("n-1"));
  BOOST_TEST(released(x) == "n-1");
  BOOST_TEST(!x.exists());
}

BOOST_AUTO_TEST_CASE(a_repeated_request_keeps_its_id) {
  record_fixture x{"allocation"};
  x.create(wish);
  x.tell(rows({{"n-1", ""}}));
  x.tell(taken_over{});
  x.tell(deadline_passed{});
  BOOST_TEST(x.published_ids().size() == 3U);
  BOOST_TEST((x.published_ids()[0] == x.published_ids()[1] &&
              x.published_ids()[1] == x.published_ids()[2]));
}

BOOST_AUTO_TEST_CASE(it_is_deleted_when_its_node_has_released_it) {
  record_fixture x{"allocation"};
  x.create(wish);
  x.tell(rows({{"n-1", ""}}));
  x.tell(taken("n-1"));
  BOOST_TEST(x.tell(record_command{delete_record{}}).later);
  const auto first = x.last_id();
  BOOST_TEST(released(x) == "n-1");
  BOOST_TEST(x.exists());
  BOOST_TEST(x.repeat_last().later);
  BOOST_TEST(x.tell(record_command{delete_record{}}).later);
  BOOST_TEST(released(x).empty());  // one request is enough
  x.tell(record_command{delete_record{"n-2"}});
  BOOST_TEST(x.exists());  // the node is not that allocation's
  BOOST_TEST(!x.later(first).has_value());
  const auto second = "m-" + std::to_string(std::stoi(first.substr(2)) + 1);
  x.tell(record_command{delete_record{"n-1"}});
  BOOST_TEST(!x.exists());
  for (const auto& id : {first, second})
    BOOST_TEST(code_of_answer(x.later(id).value()) == "accepted");
}

BOOST_AUTO_TEST_CASE(it_stays_while_its_node_is_in_use) {
  record_fixture x{"allocation"};
  x.create(wish);
  x.tell(rows({{"n-1", ""}}));
  x.tell(taken("n-1"));
  x.tell(record_command{delete_record{}});
  const auto asked_by = x.last_id();
  x.tell(record_command{answer_release{"n-1", "its node is in use"}});
  BOOST_TEST(x.later(asked_by)->refused->message == "its node is in use");
  BOOST_TEST(code_of_answer(x.later(asked_by).value()) == "conflict");
  BOOST_TEST(x.attributes()["state"] == "active");
  BOOST_TEST(x.tell(record_command{delete_record{}}).later);  // it can be retried
}

BOOST_AUTO_TEST_CASE(ending_while_a_node_is_asked_waits_for_the_node) {
  record_fixture x{"allocation"};
  x.create(wish);
  x.tell(rows({{"n-1", ""}}));
  BOOST_TEST(x.tell(record_command{delete_record{}}).later);
  x.tell(refused("n-1"));
  BOOST_TEST(x.exists());
  BOOST_TEST(!x.has_question());  // it searches for no other node
  x.tell(record_command{delete_record{"n-1"}});
  BOOST_TEST(!x.exists());
}

BOOST_AUTO_TEST_CASE(a_back_fill_asks_its_node_and_no_other) {
  record_fixture x{"allocation"};
  x.create({{"node", "n-1"}});
  BOOST_TEST(!x.has_question());
  BOOST_TEST(asked(x) == "n-1");
  const auto asked_by = x.last_id();
  x.tell(refused("n-1"));
  BOOST_TEST(x.attributes()["state"] == "error");
  BOOST_TEST(!x.has_question());
  const auto why = "Failed to process allocation " + record_fixture::uuid +
                   ": node n-1 cannot be claimed: it is in maintenance.";
  BOOST_TEST(x.attributes()["last_error"] == why);
  BOOST_TEST(x.later(asked_by)->refused->message == why);
}

BOOST_AUTO_TEST_CASE(a_node_that_is_named_makes_a_back_fill_whatever_the_class) {
  record_fixture x{"allocation"};
  BOOST_TEST(x.create({{"node", "n-1"}, {"resource_class", "gold"}}).later);
  const auto asked_by = x.last_id();
  BOOST_TEST(x.repeat_last().later);
  const auto sent = x.published();
  const auto& claim = std::get<claim_node>(sent.front().second);
  BOOST_TEST(claim.backfill);
  BOOST_TEST(claim.resource_class.value() == "gold");
  x.tell(record_command{answer_claim{"n-1", "gold", std::nullopt}});
  BOOST_TEST(x.attributes()["state"] == "active");
  const auto said = json::parse(x.later(asked_by)->body);
  BOOST_TEST(said == x.attributes());
}

BOOST_AUTO_TEST_CASE(a_back_fill_without_a_class_takes_that_of_its_node) {
  record_fixture x{"allocation"};
  x.create({{"node", "n-1"}});
  x.tell(record_command{answer_claim{"n-1", "gold", std::nullopt}});
  BOOST_TEST(x.attributes()["resource_class"] == "gold");
}

BOOST_AUTO_TEST_CASE(the_error_describes_the_missing_node) {
  const auto error_of = [](json fields) {
    record_fixture x{"allocation"};
    x.create(std::move(fields));
    x.tell(rows({}));
    return x.attributes()["last_error"].get<std::string>();
  };
  const auto begin = "Failed to process allocation " + record_fixture::uuid + ": ";
  BOOST_TEST(error_of({{"resource_class", "gold"}}) ==
             begin + "no available nodes match the resource class gold.");
  BOOST_TEST(error_of({{"resource_class", "gold"}, {"traits", {"CUSTOM_A"}}}) ==
             begin +
                 "no available nodes match the resource class gold and have the trait "
                 "CUSTOM_A.");
  BOOST_TEST(error_of({{"resource_class", "gold"},
                       {"traits", {"CUSTOM_A", "CUSTOM_B"}},
                       {"candidate_nodes", {"n-1"}}}) ==
             begin +
                 "none of the requested nodes are available and match the resource class gold "
                 "and have all of the traits CUSTOM_A, CUSTOM_B.");
}

BOOST_AUTO_TEST_CASE(a_candidate_beyond_the_first_page_is_found) {
  record_fixture x{"allocation"};
  x.create({{"resource_class", "gold"}, {"candidate_nodes", {"n-wanted"}}});
  rows_found page;
  for (size_t i = 0; i < query{}.limit; ++i) page.rows.push_back({"n-" + std::to_string(i), ""});
  x.tell(page);
  BOOST_TEST_REQUIRE(x.has_question());
  BOOST_TEST(x.question().marker == "n-" + std::to_string(query{}.limit - 1));
  x.tell(rows({{"n-wanted", ""}}));
  BOOST_TEST(asked(x) == "n-wanted");
}

BOOST_AUTO_TEST_CASE(a_duplicate_uuid_is_rejected) {
  record_fixture x{"allocation"};
  x.create(wish);
  BOOST_TEST(x.create(wish).refused->message ==
             "An allocation with uuid '" + record_fixture::uuid + "' already exists.");
}

BOOST_AUTO_TEST_CASE(traits_must_be_valid) {
  record_fixture x{"allocation"};
  BOOST_TEST(code_of_answer(x.create({{"resource_class", "g"}, {"traits", {"nope"}}})) ==
             "invalid");
  BOOST_TEST(!x.exists());
}
