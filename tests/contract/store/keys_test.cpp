#include "tests/contract/store/on_stores.hpp"

using namespace ironbus;
using namespace ironbus::test;

BOOST_AUTO_TEST_SUITE(unique_keys)

namespace {

commit claiming(const std::string& id, uint64_t expected_version, std::vector<unique_key> claim,
                std::vector<unique_key> release = {}) {
  auto x = change(id, expected_version);
  x.claim = std::move(claim);
  x.release = std::move(release);
  return x;
}

}  // namespace

ON_ALL_STORES(key_finds_its_aggregate) {
  it->apply(claiming("n1", 0, {{"nodes.name", "web-1"}, {"ports.address", "52:54:00:aa"}})).value();
  BOOST_TEST(it->resolve("nodes.name", "web-1").value() == "n1");
  BOOST_TEST(it->resolve("ports.address", "52:54:00:aa").value() == "n1");
  BOOST_TEST(code_of(it->resolve("nodes.name", "52:54:00:aa")) == "not_found");
}

ON_ALL_STORES(key_of_another_is_a_conflict_that_names_it) {
  it->apply(claiming("n1", 0, {{"nodes.name", "web-1"}})).value();
  auto second = claiming("n2", 0, {{"nodes.name", "web-2"}, {"nodes.name", "web-1"}});
  second.put = {node_row("n2")};
  auto refused = it->apply(second);
  BOOST_TEST(code_of(refused) == "conflict");
  BOOST_TEST(refused.error().message == "nodes.name web-1");
  BOOST_TEST((refused.error().taken == unique_key{"nodes.name", "web-1"}));
  BOOST_TEST(code_of(it->load("n2")) == "not_found");
  BOOST_TEST(code_of(it->resolve("nodes.name", "web-2")) == "not_found");
  BOOST_TEST(it->ids(all_nodes()).empty());
}

ON_ALL_STORES(aggregates_with_the_same_id_have_separate_keys) {
  it->apply(claiming("x", 0, {{"names", "a"}})).value();
  auto chassis = claiming("x", 0, {{"names", "a"}});
  chassis.aggregate = "chassis";
  BOOST_TEST(code_of(it->apply(chassis)) == "conflict");
}

ON_ALL_STORES(key_may_be_claimed_again_by_its_holder) {
  it->apply(claiming("n1", 0, {{"nodes.name", "a"}, {"nodes.name", "a"}})).value();
  it->apply(claiming("n1", 1, {{"nodes.name", "a"}})).value();
  BOOST_TEST(it->resolve("nodes.name", "a").value() == "n1");
}

ON_ALL_STORES(released_key_is_free) {
  it->apply(claiming("n1", 0, {{"nodes.name", "a"}})).value();
  it->apply(claiming("n1", 1, {}, {{"nodes.name", "a"}, {"nodes.name", "never-held"}})).value();
  BOOST_TEST(code_of(it->resolve("nodes.name", "a")) == "not_found");
  it->apply(claiming("n2", 0, {{"nodes.name", "a"}})).value();
  BOOST_TEST(it->resolve("nodes.name", "a").value() == "n2");
}

ON_ALL_STORES(key_of_another_is_not_released) {
  it->apply(claiming("n1", 0, {{"nodes.name", "a"}})).value();
  it->apply(claiming("n2", 0, {}, {{"nodes.name", "a"}})).value();
  BOOST_TEST(it->resolve("nodes.name", "a").value() == "n1");
}

ON_ALL_STORES(one_commit_exchanges_keys) {
  it->apply(claiming("n1", 0, {{"nodes.name", "old"}})).value();
  it->apply(claiming("n1", 1, {{"nodes.name", "new"}}, {{"nodes.name", "old"}})).value();
  BOOST_TEST(code_of(it->resolve("nodes.name", "old")) == "not_found");
  BOOST_TEST(it->resolve("nodes.name", "new").value() == "n1");
  // Released and claimed at once, it is held.
  it->apply(claiming("n1", 2, {{"nodes.name", "new"}}, {{"nodes.name", "new"}})).value();
  BOOST_TEST(it->resolve("nodes.name", "new").value() == "n1");
}

ON_ALL_STORES(erased_record_releases_all_keys) {
  it->apply(claiming("n1", 0, {{"nodes.name", "a"}, {"ports.address", "1:2:3"}})).value();
  it->apply(claiming("n1", 1, {{"nodes.uuid", "n1"}})).value();
  auto erase = change("n1", 2);
  erase.erase = true;
  erase.outbox = {"gone"};
  it->apply(erase).value();
  it->apply(
        claiming("n2", 0, {{"nodes.name", "a"}, {"ports.address", "1:2:3"}, {"nodes.uuid", "n1"}}))
      .value();
  BOOST_TEST(it->resolve("ports.address", "1:2:3").value() == "n2");
}

BOOST_AUTO_TEST_SUITE_END()
