#include "tests/contract/store/on_stores.hpp"

using namespace ironbus;
using namespace ironbus::test;

BOOST_AUTO_TEST_SUITE(commits)

ON_ALL_STORES(commit_increments_the_version) {
  BOOST_TEST(it->apply(change("n1")).value() == 1u);
  BOOST_TEST(it->apply(change("n1", 1)).value() == 2u);
  auto found = it->load("n1").value();
  BOOST_TEST(found.id == "n1");
  BOOST_TEST(found.version == 2u);
  BOOST_TEST(found.snapshot == "n1 2");
  BOOST_TEST(!found.erased);
}

ON_ALL_STORES(unexpected_version_is_stale) {
  it->apply(change("n1")).value();
  BOOST_TEST(code_of(it->apply(change("n1", 0))) == "stale_version");
  BOOST_TEST(code_of(it->apply(change("n1", 2))) == "stale_version");
  BOOST_TEST(code_of(it->apply(change("n2", 1))) == "stale_version");
  BOOST_TEST(it->load("n1").value().version == 1u);
  BOOST_TEST(code_of(it->load("n2")) == "not_found");
}

ON_ALL_STORES(rejected_commit_changes_nothing) {
  auto first = change("n1");
  first.put = {node_row("n1", {{"state", "a"}})};
  it->apply(first).value();
  auto stale = change("n1", 5);
  stale.put = {node_row("n1", {{"state", "b"}}), node_row("n2")};
  stale.claim = {{"nodes.name", "x"}};
  stale.outbox = {"e"};
  stale.remove = {{"nodes", "n1"}};
  BOOST_TEST(code_of(it->apply(stale)) == "stale_version");
  BOOST_TEST(it->ids(all_nodes()) == texts{"n1"}, boost::test_tools::per_element());
  BOOST_TEST(it->ids(all_nodes({{"state", filter::op::equal, {"b"}}})).empty());
  BOOST_TEST(code_of(it->resolve("nodes.name", "x")) == "not_found");
  BOOST_TEST(it->load("n1").value().outbox.empty());
}

ON_ALL_STORES(aggregates_with_the_same_id_are_separate) {
  it->apply(change("x")).value();
  BOOST_TEST(code_of(it->load("x", "chassis")) == "not_found");
  auto chassis = change("x");
  chassis.aggregate = "chassis";
  chassis.snapshot = "c";
  BOOST_TEST(it->apply(chassis).value() == 1u);
  BOOST_TEST(it->load("x", "chassis").value().snapshot == "c");
  BOOST_TEST(it->load("x").value().snapshot == "x 1");
}

ON_ALL_STORES(arbitrary_bytes_are_stored) {
  std::string odd{"\0 : = % \xff \n'\"]]\xc3\xa4", 16};
  auto x = change("n:1=%");
  x.snapshot = odd;
  x.outbox = {odd, "", odd + odd};
  x.claim = {{"nodes.name", odd}};
  x.put = {{"nodes", odd, odd, {{"state", odd}}}};
  it->apply(x).value();
  auto found = it->load("n:1=%").value();
  BOOST_TEST(found.snapshot == odd);
  BOOST_TEST(found.outbox == x.outbox, boost::test_tools::per_element());
  BOOST_TEST(it->resolve("nodes.name", odd).value() == "n:1=%");
  auto page = it->list(all_nodes({{"state", filter::op::equal, {odd}}})).value();
  BOOST_TEST_REQUIRE(page.size() == 1u);
  BOOST_TEST(page[0].id == odd);
  BOOST_TEST(page[0].aggregate_id == "n:1=%");
  BOOST_TEST(page[0].summary == odd);
  auto erase = change("n:1=%", 1);
  erase.erase = true;
  it->apply(erase).value();
  BOOST_TEST(code_of(it->resolve("nodes.name", odd)) == "not_found");
  BOOST_TEST(it->ids(all_nodes()).empty());
}

ON_ALL_STORES(calls_for_one_record_are_applied_in_order) {
  std::vector<std::future<bool>> answers;
  for (uint64_t version = 0; version < 300; ++version) {
    auto answer = std::make_shared<std::promise<bool>>();
    answers.push_back(answer->get_future());
    it->raw().apply(change("n1", version), [answer, version](commit_result x) {
      answer->set_value(x && *x == version + 1);
    });
  }
  BOOST_TEST(it->load("n1").value().version == 300u);
  for (auto& answer : answers) BOOST_TEST(answer.get());
}

ON_ALL_STORES(older_epoch_is_fenced) {
  auto old_epoch = it->acquire_shard(7).value();
  auto x = change("n1");
  x.shard = 7;
  x.epoch = old_epoch;
  it->apply(x).value();
  auto new_epoch = it->acquire_shard(7).value();
  BOOST_TEST(new_epoch > old_epoch);
  x.expected_version = 1;
  BOOST_TEST(code_of(it->apply(x)) == "fenced");
  x.expected_version = 9;  // fencing is checked first
  BOOST_TEST(code_of(it->apply(x)) == "fenced");
  x.expected_version = 1;
  x.epoch = new_epoch;
  BOOST_TEST(it->apply(x).value() == 2u);
  BOOST_TEST(it->acquire_shard(8).value() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
