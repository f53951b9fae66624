#include "ops/ironbusd/store_tools/record_checker.hpp"

#include "actors/catalog/save_record.hpp"
#include "actors/node/save.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/wire/routing.hpp"
#include "ops/ironbusd/store_tools/findings_report.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::daemon;
using boost::test_tools::per_element;

namespace {

constexpr uint32_t shards = 64;
const std::string checked_uuid = "6f1c0000-0000-4000-8000-000000000001";

/// A committed node with a port.
stored_aggregate node_with_port() {
  node_snapshot snapshot;
  snapshot.attributes.uuid = checked_uuid;
  snapshot.attributes.name = "web-1";
  auto& made = snapshot.ports.emplace_back();
  made.uuid = "6f1c0000-0000-4000-8000-000000000002";
  made.address = "52:54:00:00:00:01";
  stored_aggregate out{"node", checked_uuid, 4, routing::shard_of(checked_uuid, shards),
                       false,  {},           {}};
  out.snapshot = encode_snapshot(snapshot);
  auto whole = make_rebuild_commit(snapshot, out.shard);
  out.keys = whole.claim;
  uint64_t sequence = 10;
  for (auto& x : whole.put) {
    std::sort(x.columns.begin(), x.columns.end());
    out.rows.push_back({std::move(x), sequence++});
  }
  out.rows.push_back({{"history", checked_uuid + "-1", "{}", {}}, sequence});
  return out;
}

struct judgement {
  stored_aggregate wanted;
  std::vector<std::string> found;  ///< "<defect> <place>"
};

judgement judge(const stored_aggregate& now, uint32_t of_installation = shards) {
  judgement out;
  out.wanted = record_checker{of_installation}(now, [&](const store_finding& x) {
    BOOST_TEST(x.subject == "node:" + checked_uuid);
    out.found.push_back(std::string{to_string(x.what)} + " " + x.place);
  });
  return out;
}

using texts = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(checking_records)

BOOST_AUTO_TEST_CASE(committed_records_are_correct) {
  const auto now = node_with_port();
  const auto judged = judge(now);
  BOOST_TEST(judged.found.empty());
  BOOST_TEST_REQUIRE(judged.wanted.rows.size() == 3u);
  for (size_t i = 0; i < 3; ++i) {
    BOOST_TEST(judged.wanted.rows[i].sequence == now.rows[i].sequence);
    BOOST_TEST(judged.wanted.rows[i].content.summary == now.rows[i].content.summary);
  }
}

BOOST_AUTO_TEST_CASE(a_missing_row_is_rebuilt_from_the_snapshot) {
  auto now = node_with_port();
  const auto lost = now.rows[0];
  now.rows.erase(now.rows.begin());
  const auto judged = judge(now);
  BOOST_TEST(judged.found == texts{"missing_entry nodes"}, per_element());
  BOOST_TEST_REQUIRE(judged.wanted.rows.size() == 3u);
  BOOST_TEST(judged.wanted.rows[2].sequence == 0u);
  BOOST_TEST(judged.wanted.rows[2].content.summary == lost.content.summary);
  BOOST_TEST((judged.wanted.rows[2].content.columns == lost.content.columns));
}

BOOST_AUTO_TEST_CASE(a_wrong_row_is_corrected_in_place) {
  auto now = node_with_port();
  now.rows[0].content.columns.emplace_back("zz", "other");
  now.rows[1].content.summary = "{}";
  const auto judged = judge(now);
  BOOST_TEST(judged.found == (texts{"different_row nodes", "different_row ports"}), per_element());
  BOOST_TEST(judged.wanted.rows[0].sequence == 10u);
  BOOST_TEST(judged.wanted.rows[1].content.summary != "{}");
}

BOOST_AUTO_TEST_CASE(rows_without_a_snapshot_are_deleted_except_standalone_rows) {
  auto now = node_with_port();
  now.rows.push_back({{"ports", "old", "{}", {}}, 99});
  now.keys.push_back({"ports.uuid", "old"});
  const auto judged = judge(now);
  BOOST_TEST(judged.found == (texts{"dangling_entry ports.uuid", "dangling_entry ports"}),
             per_element());
  BOOST_TEST(judged.wanted.rows.back().content.collection == "history");
}

BOOST_AUTO_TEST_CASE(keys_and_the_deadline_follow_from_the_snapshot) {
  auto now = node_with_port();
  now.due_ms = 5;
  std::erase_if(now.keys, [](const auto& x) { return x.space == "nodes.name"; });
  const auto judged = judge(now);
  BOOST_TEST(judged.found == (texts{"missing_entry nodes.name", "missing_entry deadline"}),
             per_element());
  BOOST_TEST(!judged.wanted.due_ms.has_value());
  BOOST_TEST((std::find(judged.wanted.keys.begin(), judged.wanted.keys.end(),
                        unique_key{"nodes.name", "web-1"}) != judged.wanted.keys.end()));
}

BOOST_AUTO_TEST_CASE(unreadable_records_are_reported_and_kept) {
  for (const auto* snapshot : {"", "{", R"({"schema":99})", R"({"about":7,"schema":1})"}) {
    auto now = node_with_port();
    now.snapshot = snapshot;
    const auto judged = judge(now);
    BOOST_TEST(judged.found == texts{"unreadable snapshot"}, per_element());
    BOOST_TEST(judged.wanted.rows.size() == now.rows.size());
    BOOST_TEST(judged.wanted.keys.size() == now.keys.size());
  }
}

BOOST_AUTO_TEST_CASE(an_erased_record_has_only_its_messages) {
  auto now = node_with_port();
  now.erased = true;
  now.snapshot.clear();
  now.outbox = {{4, "it has gone"}};
  const auto judged = judge(now);
  BOOST_TEST(judged.found.size() == now.keys.size() + now.rows.size());
  BOOST_TEST(judged.wanted.keys.empty());
  BOOST_TEST(judged.wanted.rows.empty());
  BOOST_TEST(judged.wanted.outbox.size() == 1u);
}

BOOST_AUTO_TEST_CASE(another_number_of_shards_is_found) {
  const auto judged = judge(node_with_port(), 7);
  BOOST_TEST(judged.found == texts{"wrong_shard record"}, per_element());
}

BOOST_AUTO_TEST_CASE(a_report_counts_all_findings_and_lists_the_first) {
  findings_report report{"store x"};
  BOOST_TEST(report.as_text() == "store x: no errors\n");
  for (int i = 0; i < 250; ++i)
    report.add({store_defect::dangling_entry, "order:nodes", "n" + std::to_string(i), "it is.",
                i % 2 == 0});
  BOOST_TEST(report.left() == 125u);
  const auto text = report.as_text();
  BOOST_TEST(
      text.starts_with("store x: 250 findings, 125 repaired\n"
                       "  dangling_entry in order:nodes of n0: it is. (repaired)\n"));
  BOOST_TEST(text.ends_with("  and 150 more\n"));
  const auto document = json::parse(report.as_json());
  BOOST_TEST(document["found"] == 250);
  BOOST_TEST(document["findings"].size() == 100u);
  BOOST_TEST(document["findings"][1]["mended"] == false);
}

BOOST_AUTO_TEST_SUITE_END()
