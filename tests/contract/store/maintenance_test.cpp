#include "tests/contract/store/maintenance_client.hpp"
#include "tests/contract/store/on_stores.hpp"

using namespace ironbus;
using namespace ironbus::test;
using boost::test_tools::per_element;

BOOST_AUTO_TEST_SUITE(maintenance)

namespace {

std::string other(const std::string& kind) { return kind == "redis" ? "sqlite" : "redis"; }

/// All items after a copy to a store of the other kind.
std::vector<std::string> lines_by_way_of(fresh_store& target,
                                         const std::vector<std::string>& lines) {
  target.close();
  const auto tools = target.maintenance();
  const auto filled = fill_with(*tools, lines);
  BOOST_REQUIRE_MESSAGE(filled, (filled ? "" : filled.error().message));
  return all_lines(*tools);
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

ON_BOTH_STORES(store_in_use_is_read_completely) {
  write_everything(*it);
  const auto lines = all_lines(*it.maintenance());
  BOOST_TEST_REQUIRE(lines.size() == 6u);
  BOOST_TEST(contains(lines[0], R"("id":"n0")"));
  BOOST_TEST(contains(lines[0], R"("erased":true)"));
  BOOST_TEST(contains(lines[0], R"("outbox":[{"entry":"n0 has gone","version":2}])"));
  BOOST_TEST(contains(lines[1], R"("due_ms":1800000000123)"));
  BOOST_TEST(contains(lines[1], R"(["nodes.name","web-1"],["nodes.odd","base64:)"));
  BOOST_TEST(contains(lines[1], R"({"entry":"second","version":2}])"));
  BOOST_TEST(contains(lines[1],
                      R"("columns":[["none",""],["state","active"],["trait","A"],["trait","B"]])"));
  BOOST_TEST(contains(lines[1], R"("shard":3,"snapshot":"n1 2","version":2)"));
  BOOST_TEST(contains(lines[2], R"("aggregate":"record")"));
  BOOST_TEST(lines[3] == R"({"epoch":{"epoch":1,"shard":3}})");
  BOOST_TEST(contains(lines[4], R"("key":"step 1","outcome":"base64:)"));
  BOOST_TEST(contains(lines[5], R"("key":"step 2","outcome":"")"));
}

BOOST_AUTO_TEST_CASE(copy_to_the_other_kind_and_back_is_identical) {
  for (const auto& kind : store_kinds) {
    fresh_store first{kind}, second{other(kind)}, third{kind};
    write_everything(*first);
    const auto lines = all_lines(*first.maintenance());
    const auto there = lines_by_way_of(second, lines);
    BOOST_TEST(there == lines, per_element());
    BOOST_TEST(lines_by_way_of(third, there) == lines, per_element());
  }
}

BOOST_AUTO_TEST_CASE(copy_works_like_its_source) {
  for (const auto& kind : store_kinds) {
    fresh_store first{other(kind)}, it{kind};
    write_everything(*first);
    (void)lines_by_way_of(it, all_lines(*first.maintenance()));
    it.open();
    BOOST_TEST(it->ids(all_nodes({{"trait", filter::op::equal, {"A"}}})) == texts{"n1"},
               per_element());
    BOOST_TEST(it->ids(all_nodes({{"none", filter::op::present, {}}})).empty());
    BOOST_TEST(it->resolve("nodes.name", "web-1").value() == "n1");
    BOOST_TEST(it->load("n0").value().erased);
    BOOST_TEST(it->load("n1").value().outbox.size() == 4u);
    BOOST_TEST(it->attention_of(3).value().size() == 1u);
    BOOST_TEST(it->attention_of(0).value().size() == 1u);
    BOOST_TEST(it->count("state", {"active"}).value() == std::vector<uint64_t>{1}, per_element());
    BOOST_TEST(it->read_claim("step 2").value().owner == "worker/1");
    BOOST_TEST(it->acquire_shard(3).value() == 2u);
    auto next = change("n2");
    next.put = {node_row("n2")};
    it->apply(next).value();
    BOOST_TEST(it->ids(all_nodes()) == (texts{"n1", "n2"}), per_element());
  }
}

ON_BOTH_STORES(only_an_empty_store_is_filled) {
  write_everything(*it);
  const auto lines = all_lines(*it.maintenance());
  it.close();
  const auto refused = fill_with(*it.maintenance(), {lines[1]});
  BOOST_TEST(code_of(refused) == "conflict");
  BOOST_TEST(contains(refused.error().message, "it is not empty: it holds 3 records"));
  BOOST_TEST(all_lines(*it.maintenance()) == lines, per_element());
}

ON_BOTH_STORES(store_in_use_is_not_filled) {
  it->announce({"conductor-1", "i1", "{}"}, std::chrono::hours{1}).value();
  const auto refused = fill_with(*it.maintenance(), {});
  BOOST_TEST(code_of(refused) == "conflict");
  BOOST_TEST(contains(refused.error().message, "in use by"));
}

ON_BOTH_STORES(contradictory_items_leave_the_store_empty) {
  auto first = change("n1");
  first.claim = {{"nodes.name", "web-1"}};
  first.put = {node_row("n1", {{"state", "a"}})};
  it->apply(first).value();
  auto lines = all_lines(*it.maintenance());
  lines.push_back(lines[0]);
  lines[1].replace(lines[1].find(R"("id":"n1")"), 9, R"("id":"n2")");
  fresh_store target{it.prefix().empty() ? "sqlite" : "redis"};
  target.close();
  const auto refused = fill_with(*target.maintenance(), lines);
  BOOST_TEST(code_of(refused) == "invalid");
  BOOST_TEST(contains(refused.error().message, "which another record has, too"));
  BOOST_TEST(all_lines(*target.maintenance()).empty());
  target.open();
  BOOST_TEST(target->ids(all_nodes()).empty());
  BOOST_TEST(code_of(target->ping()) == "ok");
}

ON_BOTH_STORES(intact_store_has_no_findings) {
  write_everything(*it);
  BOOST_TEST(findings(*it.maintenance(), false).empty());
}

ON_BOTH_STORES(repaired_aggregate_is_written) {
  write_everything(*it);
  it.close();
  const store_maintenance::judge wants_more = [](const stored_aggregate& x, const auto& tell) {
    auto wanted = x;
    if (x.id != "n1") return wanted;
    wanted.rows[0].content.columns = {{"state", "rescue"}};
    wanted.rows[0].content.summary = "other";
    wanted.rows.push_back({{"ports", "p2", "p2", {{"address", "a"}}}, 0});
    wanted.keys.push_back({"ports.address", "a"});
    wanted.due_ms.reset();
    if (x.rows.size() < 4) tell({store_defect::missing_entry, "ports", "node:n1", "p2 is missing"});
    return wanted;
  };
  const auto tools = it.maintenance();
  const auto found = findings(*tools, true, wants_more);
  BOOST_TEST(
      (std::find(found.begin(), found.end(), "missing_entry ports node:n1 mended") != found.end()));
  it.open();
  BOOST_TEST(it->ids(all_nodes({{"state", filter::op::equal, {"rescue"}}})) == texts{"n1"},
             per_element());
  BOOST_TEST(it->ids(all_nodes({{"trait", filter::op::equal, {"A"}}})).empty());
  BOOST_TEST(it->list(all_nodes()).value()[0].summary == "other");
  BOOST_TEST(it->resolve("ports.address", "a").value() == "n1");
  query ports;
  ports.collection = "ports";
  BOOST_TEST(it->ids(ports) == (texts{"p1", "p2"}), per_element());
  BOOST_TEST(!it->attention_of(3).value()[0].moment.has_value());
  BOOST_TEST(findings(*tools, false).empty());
}

BOOST_AUTO_TEST_SUITE_END()
