#include "tests/contract/store/on_stores.hpp"

#include <algorithm>

using namespace ironbus;
using namespace ironbus::test;
using op = filter::op;

BOOST_AUTO_TEST_SUITE(lists)

namespace {

void put(fresh_store& it, const std::string& id,
         std::vector<std::pair<std::string, std::string>> columns = {},
         uint64_t expected_version = 0) {
  auto x = change(id, expected_version);
  x.put = {node_row(id, std::move(columns))};
  it->apply(x).value();
}

/// Five rows for the filters.
void put_five(fresh_store& it) {
  put(it, "a", {{"state", "up"}, {"owner", "Bob"}});
  put(it, "b", {{"state", "down"}, {"owner", ""}});
  put(it, "c", {{"state", "up"}});
  put(it, "d", {{"state", "error"}, {"owner", "bobby"}});
  put(it, "e", {{"trait", "T1"}, {"trait", "T2"}, {"owner", "Zoe"}});
}

void expect(fresh_store& it, std::vector<filter> filters, const texts& ids) {
  const auto found = it->ids(all_nodes(std::move(filters)));
  BOOST_TEST(found == ids, boost::test_tools::per_element());
}

/// All pages of a query.
texts all_pages(fresh_store& it, query query) {
  texts all;
  for (;;) {
    auto page = it->ids(query);
    all.insert(all.end(), page.begin(), page.end());
    if (page.size() < query.limit) return all;
    query.marker = page.back();
  }
}

}  // namespace

ON_ALL_STORES(rows_are_in_the_order_of_creation) {
  for (const auto* id : {"z", "a", "m"}) put(it, id);
  BOOST_TEST(it->ids(all_nodes()) == (texts{"z", "a", "m"}), boost::test_tools::per_element());
  put(it, "z", {{"state", "x"}}, 1);  // replaced in place
  BOOST_TEST(it->ids(all_nodes()) == (texts{"z", "a", "m"}), boost::test_tools::per_element());
  auto x = all_nodes();
  x.descending = true;
  BOOST_TEST(it->ids(x) == (texts{"m", "a", "z"}), boost::test_tools::per_element());
}

ON_ALL_STORES(row_has_its_summary_and_aggregate) {
  auto x = change("n1");
  x.put = {{"ports", "p1", "{port 1}", {}}, {"nodes", "n1", "{node 1}", {}}};
  it->apply(x).value();
  auto ports = all_nodes();
  ports.collection = "ports";
  auto page = it->list(ports).value();
  BOOST_TEST_REQUIRE(page.size() == 1u);
  BOOST_TEST(page[0].id == "p1");
  BOOST_TEST(page[0].aggregate_id == "n1");
  BOOST_TEST(page[0].summary == "{port 1}");
  BOOST_TEST(page[0].snapshot == "");
  ports.with_snapshot = true;
  BOOST_TEST(it->list(ports).value()[0].snapshot == "n1 1");
  ports.collection = "volumes";
  BOOST_TEST(it->list(ports).value().empty());
}

ON_ALL_STORES(each_filter_selects_its_rows) {
  put_five(it);
  expect(it, {{"state", op::equal, {"up"}}}, {"a", "c"});
  expect(it, {{"state", op::equal, {"error", "up", "up", "none"}}}, {"a", "c", "d"});
  expect(it, {{"state", op::equal, {}}}, {});
  expect(it, {{"owner", op::equal, {""}}}, {"b"});
  expect(it, {{"state", op::none_of, {"up"}}}, {"b", "d", "e"});
  expect(it, {{"state", op::none_of, {"up", "error"}}}, {"b", "e"});
  expect(it, {{"state", op::none_of, {}}}, {"a", "b", "c", "d", "e"});
  expect(it, {{"owner", op::present, {}}}, {"a", "d", "e"});
  expect(it, {{"owner", op::absent, {}}}, {"b", "c"});
  expect(it, {{"owner", op::contains, {"bOB"}}}, {"a", "d"});
  expect(it, {{"owner", op::contains, {""}}}, {"a", "b", "d", "e"});
  expect(it, {{"owner", op::contains, {"%"}}}, {});
  expect(it, {{"nothing", op::equal, {"up"}}}, {});
  expect(it, {{"nothing", op::none_of, {"up"}}}, {"a", "b", "c", "d", "e"});
}

ON_ALL_STORES(column_may_have_several_values) {
  put_five(it);
  expect(it, {{"trait", op::equal, {"T1"}}}, {"e"});
  expect(it, {{"trait", op::equal, {"T1", "T2"}}}, {"e"});
  expect(it, {{"trait", op::present, {}}}, {"e"});
  expect(it, {{"trait", op::equal, {"T2"}}, {"trait", op::equal, {"T1"}}}, {"e"});
  expect(it, {{"trait", op::none_of, {"T1"}}}, {"a", "b", "c", "d"});
  expect(it, {{"trait", op::not_all, {"T1", "T2"}}}, {"a", "b", "c", "d"});
  expect(it, {{"trait", op::not_all, {"T1", "T3"}}}, {"a", "b", "c", "d", "e"});
  expect(it, {{"trait", op::not_all, {}}}, {});
}

ON_ALL_STORES(query_combines_all_filters) {
  put_five(it);
  expect(it, {{"state", op::equal, {"up"}}, {"owner", op::equal, {"Bob"}}}, {"a"});
  expect(it, {{"state", op::equal, {"up", "error"}}, {"owner", op::present, {}}}, {"a", "d"});
  expect(it, {{"owner", op::contains, {"o"}}, {"state", op::none_of, {"up"}}}, {"d", "e"});
  expect(it, {{"owner", op::absent, {}}, {"state", op::equal, {"up"}}}, {"c"});
  expect(it, {{"owner", op::present, {}}, {"trait", op::present, {}}}, {"e"});
  expect(it, {{"state", op::equal, {"up"}}, {"state", op::equal, {"down"}}}, {});
}

ON_ALL_STORES(rows_are_sorted_by_a_column) {
  put_five(it);
  auto x = all_nodes();
  x.sort_column = "state";  // a row without the column comes first; equal ones keep their order
  BOOST_TEST(it->ids(x) == (texts{"e", "b", "d", "a", "c"}), boost::test_tools::per_element());
  x.descending = true;
  BOOST_TEST(it->ids(x) == (texts{"c", "a", "d", "b", "e"}), boost::test_tools::per_element());
  x.limit = 2;
  BOOST_TEST(all_pages(it, x) == (texts{"c", "a", "d", "b", "e"}),
             boost::test_tools::per_element());
  x.descending = false;
  BOOST_TEST(all_pages(it, x) == (texts{"e", "b", "d", "a", "c"}),
             boost::test_tools::per_element());
  x.filters = {{"owner", op::present, {}}};
  x.limit = 1;
  BOOST_TEST(all_pages(it, x) == (texts{"e", "d", "a"}), boost::test_tools::per_element());
  x.marker = "nobody";
  BOOST_TEST(code_of(it->list(x)) == "not_found");
}

ON_ALL_STORES(marker_need_not_match_the_filters) {
  put_five(it);
  auto x = all_nodes({{"state", op::equal, {"up"}}});
  x.marker = "b";
  BOOST_TEST(it->ids(x) == texts{"c"}, boost::test_tools::per_element());
  x.marker = "nobody";
  BOOST_TEST(code_of(it->list(x)) == "not_found");
  x.collection = "ports";
  x.marker = "b";
  BOOST_TEST(code_of(it->list(x)) == "not_found");
}

ON_ALL_STORES(limit_of_zero_returns_an_empty_page) {
  put_five(it);
  auto x = all_nodes();
  x.limit = 0;
  BOOST_TEST(it->list(x).value().empty());
  x.sort_column = "state";
  BOOST_TEST(it->list(x).value().empty());
}

ON_ALL_STORES(changed_column_updates_its_index) {
  put(it, "a", {{"state", "up"}, {"owner", "x"}});
  put(it, "a", {{"state", "down"}}, 1);
  expect(it, {{"state", op::equal, {"up"}}}, {});
  expect(it, {{"state", op::equal, {"down"}}}, {"a"});
  expect(it, {{"owner", op::present, {}}}, {});
  put(it, "a", {{"owner", ""}, {"state", "down"}}, 2);
  expect(it, {{"owner", op::present, {}}}, {});
  expect(it, {{"owner", op::absent, {}}}, {"a"});
  expect(it, {{"owner", op::equal, {""}}}, {"a"});
}

ON_ALL_STORES(removed_row_leaves_every_index) {
  auto x = change("n1");
  x.put = {node_row("p1", {{"state", "up"}}), node_row("p2", {{"state", "up"}})};
  it->apply(x).value();
  put(it, "other", {{"state", "up"}});
  auto remove = change("n1", 1);
  remove.remove = {{"nodes", "p1"}, {"nodes", "other"}, {"nodes", "never"}};
  it->apply(remove).value();
  expect(it, {}, {"p2", "other"});  // a row of another aggregate is not removed
  expect(it, {{"state", op::equal, {"up"}}}, {"p2", "other"});
  expect(it, {{"state", op::present, {}}}, {"p2", "other"});
  auto erase = change("n1", 2);
  erase.erase = true;
  it->apply(erase).value();
  expect(it, {}, {"other"});
  expect(it, {{"state", op::equal, {"up"}}}, {"other"});
}

ON_ALL_STORES(row_of_another_is_a_conflict) {
  put(it, "a", {{"state", "up"}});
  auto x = change("b");
  x.put = {node_row("b"), node_row("a")};
  auto refused = it->apply(x);
  BOOST_TEST(code_of(refused) == "conflict");
  BOOST_TEST(refused.error().message == "nodes a");
  BOOST_TEST((refused.error().taken == unique_key{"nodes", "a"}));
  expect(it, {}, {"a"});
}

ON_ALL_STORES(row_that_is_removed_and_added_comes_last) {
  auto x = change("n1");
  x.put = {node_row("p1", {{"state", "up"}}), node_row("p2")};
  it->apply(x).value();
  auto again = change("n1", 1);
  again.remove = {{"nodes", "p1"}};
  again.put = {node_row("p1", {{"state", "down"}})};
  it->apply(again).value();
  expect(it, {}, {"p2", "p1"});
  expect(it, {{"state", op::present, {}}}, {"p1"});
  auto twice = change("n1", 2);
  twice.put = {node_row("p1", {{"state", "x"}}), node_row("p3", {{"state", "y"}}),
               node_row("p1", {{"state", "z"}}), node_row("p3", {{"state", "z"}})};
  it->apply(twice).value();
  expect(it, {}, {"p2", "p1", "p3"});
  expect(it, {{"state", op::equal, {"x", "y"}}}, {});
  expect(it, {{"state", op::equal, {"z"}}}, {"p1", "p3"});
}

ON_ALL_STORES(pages_contain_every_row_once) {
  constexpr int count = 2500;
  texts expected;
  texts even;
  for (int i = 0; i < count; ++i) {
    expected.push_back("n" + std::to_string(i));
    if (i % 2 == 0) even.push_back(expected.back());
    auto x = change(expected.back());
    x.put = {node_row(expected.back(), {{"parity", i % 2 == 0 ? "even" : "odd"},
                                        {"third", std::to_string(i % 3)},
                                        {"name", std::to_string(i % 50)}})};
    it->raw().apply(x, [](auto) {});
  }
  BOOST_TEST(it->load(expected.back()).value().version == 1u);
  BOOST_TEST(it->ids(all_nodes()).size() == 1000u);
  BOOST_TEST((all_pages(it, all_nodes()) == expected));
  BOOST_TEST((all_pages(it, all_nodes({{"parity", op::equal, {"even"}}})) == even));
  BOOST_TEST((all_pages(it, all_nodes({{"parity", op::equal, {"even", "odd"}}})) == expected));
  BOOST_TEST((all_pages(it, all_nodes({{"parity", op::none_of, {"odd"}}})) == even));
  BOOST_TEST((all_pages(it, all_nodes({{"parity", op::present, {}},
                                       {"third", op::equal, {"0", "1", "2"}}})) == expected));
  auto sorted = all_nodes();
  sorted.sort_column = "name";
  auto by_name = all_pages(it, sorted);
  BOOST_TEST(by_name.size() == expected.size());
  std::sort(by_name.begin(), by_name.end());
  BOOST_TEST((std::unique(by_name.begin(), by_name.end()) == by_name.end()));

  auto backwards = all_nodes();
  backwards.descending = true;
  std::reverse(expected.begin(), expected.end());
  BOOST_TEST((all_pages(it, backwards) == expected));
  backwards.filters = {{"parity", op::equal, {"even", "odd"}}};
  BOOST_TEST((all_pages(it, backwards) == expected));

  texts sixth;
  for (int i = 0; i < count; i += 6) sixth.push_back("n" + std::to_string(i));
  auto few = all_nodes({{"parity", op::equal, {"even"}}, {"third", op::equal, {"0", "none"}}});
  few.limit = 37;
  BOOST_TEST((all_pages(it, few) == sixth));
  few.descending = true;
  std::reverse(sixth.begin(), sixth.end());
  BOOST_TEST((all_pages(it, few) == sixth));
}

ON_ALL_STORES(rows_changed_between_pages_do_not_affect_others) {
  for (const auto* id : {"a", "b", "c", "d", "e"}) put(it, id, {{"state", "up"}});
  auto x = all_nodes({{"state", op::equal, {"up"}}});
  x.limit = 2;
  BOOST_TEST(it->ids(x) == (texts{"a", "b"}), boost::test_tools::per_element());
  put(it, "a", {{"state", "up"}, {"k", "v"}}, 1);
  put(it, "c", {{"state", "down"}}, 1);
  put(it, "f", {{"state", "up"}});
  put(it, "b", {{"state", "down"}}, 1);  // the marker itself no longer matches
  x.marker = "b";
  x.limit = 9;
  BOOST_TEST(it->ids(x) == (texts{"d", "e", "f"}), boost::test_tools::per_element());
}

ON_ALL_STORES(rows_are_counted_by_column_values) {
  const auto counts = [&](const std::string& column, const texts& values) {
    return it->count(column, values).value();
  };
  using numbers = std::vector<uint64_t>;
  BOOST_TEST((counts("state", {"up", "down"}) == numbers{0, 0}));
  put_five(it);
  BOOST_TEST((counts("state", {"error", "up", "none", "down"}) == numbers{1, 2, 0, 1}));
  BOOST_TEST((counts("trait", {"T1", "T2"}) == numbers{1, 1}));
  BOOST_TEST((counts("nothing", {"up"}) == numbers{0}));
  BOOST_TEST(counts("state", {}).empty());
  put(it, "a", {{"state", "down"}}, 1);
  auto end = change("b", 1);
  end.erase = true;
  it->apply(end).value();
  auto port = change("p");
  port.put = {{"ports", "p", "{}", {{"state", "up"}}}};
  it->apply(port).value();
  BOOST_TEST((counts("state", {"up", "down", "error"}) == numbers{1, 1, 1}));
}

BOOST_AUTO_TEST_SUITE_END()
