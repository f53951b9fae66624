#include "tests/contract/store/maintenance_client.hpp"
#include "tests/contract/store/on_stores.hpp"

using namespace ironbus;
using namespace ironbus::test;
using boost::test_tools::per_element;

BOOST_AUTO_TEST_SUITE(rewrite)

namespace {

using edit_result = result<std::optional<stored_aggregate>>;

commit with_texts(const std::string& id, uint64_t expected_version = 0) {
  auto out = change(id, expected_version);
  out.outbox = {"entry of " + id};
  out.put = {node_row(id, {{"state", "active"}})};
  return out;
}

/// Other texts for an aggregate; nothing if it has them already.
edit_result marked(const stored_aggregate& now) {
  if (now.snapshot.starts_with("new ")) return std::nullopt;
  auto next = now;
  next.snapshot = "new " + now.snapshot;
  for (auto& message : next.outbox) message.entry = "new " + message.entry;
  for (auto& row : next.rows) row.content.summary = "new " + row.content.summary;
  return next;
}

}  // namespace

ON_BOTH_STORES(texts_are_replaced_beside_the_service) {
  BOOST_TEST(it->apply(with_texts("n1")).has_value());
  BOOST_TEST(it.maintenance()->rewrite(marked).has_value());
  const auto now = it->load("n1");
  BOOST_TEST_REQUIRE(now.has_value());
  BOOST_TEST(now->version == 1u);
  BOOST_TEST(now->snapshot == "new n1 1");
  BOOST_TEST(now->outbox == texts{"new entry of n1"}, per_element());
  const auto rows = it->list(all_nodes({{"state", filter::op::equal, {"active"}}}));
  BOOST_TEST_REQUIRE(rows.has_value());
  BOOST_TEST_REQUIRE(rows->size() == 1u);
  BOOST_TEST(rows->front().summary == "new n1");
  BOOST_TEST(findings(*it.maintenance(), false).empty());
  BOOST_TEST(it->apply(with_texts("n1", 1)).has_value());
}

ON_BOTH_STORES(nothing_is_lost_that_is_written_at_the_same_time) {
  BOOST_TEST(it->apply(with_texts("n1")).has_value());
  int asked = 0;
  uint64_t version = 1;
  const auto done = it.maintenance()->rewrite([&](const stored_aggregate& now) -> edit_result {
    // A file is locked during the call, so only Redis accepts the commit in between.
    if (++asked == 1 && !it.prefix().empty()) version = it->apply(with_texts("n1", 1)).value();
    return marked(now);
  });
  BOOST_TEST(done.has_value());
  BOOST_TEST(asked == static_cast<int>(version));
  const auto now = it->load("n1");
  BOOST_TEST_REQUIRE(now.has_value());
  BOOST_TEST(now->version == version);
  BOOST_TEST(now->snapshot == "new n1 " + std::to_string(version));
  BOOST_TEST(now->outbox.size() == version);
}

ON_BOTH_STORES(published_messages_do_not_come_back) {
  BOOST_TEST(it->apply(with_texts("n1")).has_value());
  BOOST_TEST(it->apply(with_texts("n2")).has_value());
  it->raw().mark_published("node", "n1", 1);
  BOOST_TEST(it->load("n1")->outbox.empty());
  BOOST_TEST(it.maintenance()->rewrite(marked).has_value());
  BOOST_TEST(it->load("n1")->outbox.empty());
  BOOST_TEST(it->load("n2")->outbox == texts{"new entry of n2"}, per_element());
}

ON_BOTH_STORES(a_failure_of_the_editor_ends_it) {
  BOOST_TEST(it->apply(with_texts("n1")).has_value());
  const auto done = it.maintenance()->rewrite(
      [](const stored_aggregate&) -> edit_result { return fail(error_code::invalid, "no"); });
  BOOST_TEST_REQUIRE(!done.has_value());
  BOOST_TEST((done.error().code == error_code::invalid));
  BOOST_TEST(it->load("n1")->snapshot == "n1 1");
}

BOOST_AUTO_TEST_SUITE_END()
