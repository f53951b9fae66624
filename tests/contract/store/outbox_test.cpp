#include "tests/contract/store/on_stores.hpp"

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(outbox_and_attention)

namespace {

const auto noon = std::chrono::system_clock::time_point{1'800'000'000'123ms};

commit telling(const std::string& id, uint64_t expected_version, texts outbox) {
  auto x = change(id, expected_version);
  x.outbox = std::move(outbox);
  return x;
}

/// "id", followed by "!" for unpublished messages and "@" for a deadline.
texts attention_of(fresh_store& it, uint32_t shard) {
  texts found;
  auto all = it->attention_of(shard).value();
  for (const auto& x : all)
    found.push_back(x.id + (x.unpublished ? "!" : "") + (x.moment ? "@" : ""));
  return found;
}

}  // namespace

ON_ALL_STORES(outbox_keeps_its_order_until_published) {
  it->apply(telling("n1", 0, {"a", "b", "c"})).value();
  BOOST_TEST(it->load("n1").value().outbox == (texts{"a", "b", "c"}),
             boost::test_tools::per_element());
  it->raw().mark_published("node", "n1", 1);
  BOOST_TEST(it->load("n1").value().outbox.empty());
  BOOST_TEST(it->load("n1").value().version == 1u);
}

ON_ALL_STORES(late_mark_keeps_messages_of_later_commits) {
  it->apply(telling("n1", 0, {"a"})).value();
  it->apply(telling("n1", 1, {"b"})).value();
  it->apply(telling("n1", 2, {})).value();
  BOOST_TEST(it->load("n1").value().outbox == (texts{"a", "b"}), boost::test_tools::per_element());
  it->raw().mark_published("node", "n1", 1);
  BOOST_TEST(it->load("n1").value().outbox == texts{"b"}, boost::test_tools::per_element());
  it->raw().mark_published("node", "n1", 3);
  BOOST_TEST(it->load("n1").value().outbox.empty());
  it->raw().mark_published("node", "nobody", 1);
  BOOST_TEST(code_of(it->load("nobody")) == "not_found");
}

ON_ALL_STORES(erased_record_stays_until_its_outbox_is_published) {
  auto x = telling("n1", 0, {"a"});
  x.put = {node_row("n1", {{"state", "s"}})};
  x.attention = noon;
  it->apply(x).value();
  auto erase = telling("n1", 1, {"gone"});
  erase.erase = true;
  erase.attention = noon;
  BOOST_TEST(it->apply(erase).value() == 2u);

  auto left = it->load("n1").value();
  BOOST_TEST(left.erased);
  BOOST_TEST(left.snapshot == "");
  BOOST_TEST(left.outbox == (texts{"a", "gone"}), boost::test_tools::per_element());
  BOOST_TEST(it->ids(all_nodes()).empty());
  BOOST_TEST(attention_of(it, 0) == texts{"n1!"}, boost::test_tools::per_element());
  BOOST_TEST(code_of(it->apply(change("n1"))) == "stale_version");

  it->raw().mark_published("node", "n1", 1);
  BOOST_TEST(it->load("n1").value().outbox == texts{"gone"}, boost::test_tools::per_element());
  it->raw().mark_published("node", "n1", 2);
  BOOST_TEST(code_of(it->load("n1")) == "not_found");
  BOOST_TEST(attention_of(it, 0).empty());
  BOOST_TEST(it->apply(change("n1")).value() == 1u);
}

ON_ALL_STORES(erased_record_without_outbox_is_deleted_at_once) {
  it->apply(change("n1")).value();
  auto erase = change("n1", 1);
  erase.erase = true;
  BOOST_TEST(it->apply(erase).value() == 2u);
  BOOST_TEST(code_of(it->load("n1")) == "not_found");
}

ON_ALL_STORES(record_may_be_created_again_before_its_outbox_is_published) {
  it->apply(change("n1")).value();
  auto erase = telling("n1", 1, {"gone"});
  erase.erase = true;
  it->apply(erase).value();
  it->apply(telling("n1", 2, {"back"})).value();
  auto found = it->load("n1").value();
  BOOST_TEST(!found.erased);
  BOOST_TEST(found.snapshot == "n1 3");
  BOOST_TEST(found.outbox == (texts{"gone", "back"}), boost::test_tools::per_element());
  it->raw().mark_published("node", "n1", 3);
  BOOST_TEST(it->load("n1").value().version == 3u);
}

ON_ALL_STORES(attention_follows_deadline_and_outbox) {
  auto x = change("n1");
  x.shard = 3;
  x.attention = noon;
  it->apply(x).value();
  auto found = it->attention_of(3).value();
  BOOST_TEST_REQUIRE(found.size() == 1u);
  BOOST_TEST((found[0].moment == noon));
  BOOST_TEST(!found[0].unpublished);

  x.expected_version = 1;
  x.outbox = {"a"};
  it->apply(x).value();
  BOOST_TEST(attention_of(it, 3) == texts{"n1!@"}, boost::test_tools::per_element());
  it->raw().mark_published("node", "n1", 2);
  BOOST_TEST(attention_of(it, 3) == texts{"n1@"}, boost::test_tools::per_element());

  x.expected_version = 2;
  x.outbox.clear();
  x.attention.reset();
  it->apply(x).value();
  BOOST_TEST(attention_of(it, 3).empty());
}

ON_ALL_STORES(attention_is_stored_by_shard) {
  auto x = change("n1");
  x.shard = 3;
  x.attention = noon;
  it->apply(x).value();
  auto other = telling("n2", 0, {"a"});
  other.shard = 4;
  it->apply(other).value();
  it->apply(telling("n3", 0, {"a"})).value();  // no shard: stored under 0
  BOOST_TEST(attention_of(it, 3) == texts{"n1@"}, boost::test_tools::per_element());
  BOOST_TEST(attention_of(it, 4) == texts{"n2!"}, boost::test_tools::per_element());
  BOOST_TEST(attention_of(it, 0) == texts{"n3!"}, boost::test_tools::per_element());
  BOOST_TEST(attention_of(it, 5).empty());
  // The number of shards has changed.
  x.expected_version = 1;
  x.shard = 5;
  it->apply(x).value();
  BOOST_TEST(attention_of(it, 3).empty());
  BOOST_TEST(attention_of(it, 5) == texts{"n1@"}, boost::test_tools::per_element());
}

ON_ALL_STORES(deadline_before_1970_is_stored) {
  auto x = change("n1");
  x.attention = std::chrono::system_clock::time_point{-1ms};
  it->apply(x).value();
  BOOST_TEST((it->attention_of(0).value().at(0).moment == x.attention));
}

BOOST_AUTO_TEST_SUITE_END()
