#include "gateways/sqlite/sqlite_store.hpp"
#include "tests/contract/store/maintenance_client.hpp"
#include "tests/contract/store/on_stores.hpp"
#include "tests/support/await.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;
using boost::test_tools::per_element;

namespace {

constexpr int damaged_nodes = 200;
constexpr size_t page_bytes = 4096;

std::string id_of(int number) { return "n" + std::to_string(1000 + number); }

/// A closed store with enough nodes for several pages in each table.
struct damaged_file {
  fresh_store it{"sqlite"};
  const std::unique_ptr<store_maintenance> tools = it.maintenance();

  damaged_file() {
    for (int i = 0; i < damaged_nodes; ++i) {
      auto x = change(id_of(i));
      x.snapshot = id_of(i) + std::string(1000, 's');
      x.claim = {{"nodes.name", "name of " + id_of(i)}};
      x.put = {node_row(id_of(i), {{"state", "active"}})};
      it->apply(x).value();
    }
    it.close();
  }

  /// Overwrites the first page that contains the text.
  void destroy_page_with(const std::string& text) const {
    std::fstream file{it.file(), std::ios::in | std::ios::out | std::ios::binary};
    for (std::string page(page_bytes, '\0'); file.read(page.data(), page_bytes);) {
      if (page.find(text) == std::string::npos || file.tellg() == std::streamoff{page_bytes})
        continue;
      file.seekp(-static_cast<std::streamoff>(page_bytes), std::ios::cur);
      file << std::string(page_bytes, 'x');
      return;
    }
    BOOST_FAIL("no page contains " + text);
  }

  std::string refusal() const {
    auto opened = sqlite_store::open({.path = it.file()});
    return opened ? "" : opened.error().message;
  }

  /// Knows the rows and keys of each node.
  static stored_aggregate judge(const stored_aggregate& now,
                                const store_maintenance::finding_sink&) {
    auto wanted = now;
    wanted.rows = {
        {node_row(now.id, {{"state", "active"}}), now.rows.empty() ? 0 : now.rows[0].sequence}};
    wanted.keys = {{"nodes.name", "name of " + now.id}};
    return wanted;
  }
};

bool has_part(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(sqlite_damage, damaged_file)

BOOST_AUTO_TEST_CASE(damaged_file_is_not_opened) {
  destroy_page_with(id_of(150) + "sss");
  const auto why = refusal();
  BOOST_TEST(has_part(why, "store.db: it is damaged: "), why);
  BOOST_TEST(has_part(why, "`ironbusd store repair`"), why);
  BOOST_TEST(!findings(*tools, false).empty());
}

BOOST_AUTO_TEST_CASE(repair_keeps_readable_data_and_names_losses) {
  destroy_page_with(id_of(150) + "sss");
  const auto found = findings(*tools, true, judge);
  const auto lost = std::count_if(found.begin(), found.end(),
                                  [](const auto& x) { return x.starts_with("unreadable record"); });
  BOOST_TEST(lost > 0);
  BOOST_TEST(lost < 5);  // content of one page
  BOOST_TEST(findings(*tools, false, judge).empty());
  BOOST_TEST(std::filesystem::exists(it.file() + ".damaged"));
  it.open();
  BOOST_TEST(it->ids(all_nodes()).size() == static_cast<size_t>(damaged_nodes - lost));
  BOOST_TEST(code_of(it->load(id_of(150))) == "not_found");
  BOOST_TEST(it->resolve("nodes.name", "name of " + id_of(10)).value() == id_of(10));
}

BOOST_AUTO_TEST_CASE(lost_rows_and_keys_are_restored) {
  destroy_page_with("nodesstateactive");
  const auto found = findings(*tools, true, judge);
  BOOST_TEST(!found.empty());
  it.open();
  BOOST_TEST(it->ids(all_nodes({{"state", filter::op::equal, {"active"}}})).size() ==
             static_cast<size_t>(damaged_nodes));
}

BOOST_AUTO_TEST_CASE(store_in_use_is_checked_but_not_repaired) {
  it.open();
  BOOST_TEST(findings(*tools, false).empty());
  const auto refused = tools->examine(true, unchanged, [](const store_finding&) {});
  BOOST_TEST(code_of(refused) == "conflict");
  BOOST_TEST(has_part(refused.error().message, "in use by another process"));
}

BOOST_AUTO_TEST_CASE(damage_during_use_is_noticed) {
  auto store = sqlite_store::open({.path = it.file(), .check_period = 1s}).value();
  store_client client{*store};
  BOOST_TEST(code_of(client.ping()) == "ok");
  destroy_page_with(id_of(150) + "sss");
  BOOST_TEST(fulfilled([&] { return code_of(client.ping()) == "unavailable"; }, 20s));
  BOOST_TEST(has_part(client.ping().error().message, "it is damaged"));
}

BOOST_AUTO_TEST_CASE(read_of_damaged_data_is_noticed) {
  auto store = sqlite_store::open({.path = it.file(), .check_period = 0s}).value();
  store_client client{*store};
  destroy_page_with(id_of(150) + "sss");
  BOOST_TEST(code_of(client.load(id_of(150))) == "unavailable");
  BOOST_TEST(code_of(client.ping()) == "unavailable");
}

BOOST_AUTO_TEST_CASE(deleted_file_accepts_no_commits) {
  it.open();
  std::filesystem::remove(it.file());
  BOOST_TEST(code_of(it->ping()) == "unavailable");
  const auto refused = it->apply(change("late"));
  BOOST_TEST(code_of(refused) == "unavailable");
  BOOST_TEST(has_part(refused.error().message, "was moved or deleted"));
  it.close();
  BOOST_TEST(has_part(refusal(), "it is empty, but store.db"));
}

BOOST_AUTO_TEST_CASE(empty_file_is_not_a_new_store) {
  const auto lines = all_lines(*tools);
  std::filesystem::resize_file(it.file(), 0);
  BOOST_TEST(has_part(refusal(), "it is empty, but store.db.lock beside it shows"));
  std::filesystem::remove(it.file() + ".lock");
  std::ofstream{it.file() + "-wal"} << "something";
  BOOST_TEST(has_part(refusal(), "store.db-wal beside it shows"));
  std::filesystem::remove(it.file() + "-wal");
  BOOST_TEST(code_of(fill_with(*tools, lines)) == "ok");
  it.open();
  BOOST_TEST(it->ids(all_nodes()).size() == static_cast<size_t>(damaged_nodes));
}

BOOST_AUTO_TEST_CASE(interrupted_creation_does_not_block_the_next) {
  for (const auto* end : {"", "-wal", "-shm", ".lock"}) std::filesystem::remove(it.file() + end);
  for (const auto* made : {"", ".lock"}) {
    const std::ofstream empty{it.file() + made};
    BOOST_TEST(empty.good());
  }
  BOOST_TEST(refusal() == "");
}

BOOST_AUTO_TEST_SUITE_END()
