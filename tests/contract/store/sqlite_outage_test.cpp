#include "gateways/sqlite/sqlite_store.hpp"
#include "tests/contract/store/crash_check.hpp"

#include <boost/test/unit_test.hpp>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <functional>

using namespace ironbus;
using namespace ironbus::test;

BOOST_AUTO_TEST_SUITE(sqlite_outage)

namespace {

struct temporary_folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("ironbus-test-" + random_name());
  temporary_folder() { std::filesystem::create_directory(path); }
  ~temporary_folder() { std::filesystem::remove_all(path); }
  sqlite_options options() const { return {.path = path / "store.db"}; }
};

constexpr uint8_t nodes = 4;

/// Commits to four nodes concurrently without end. Writes one byte, the node, for each
/// acknowledgement.
[[noreturn]] void commit_and_report(const sqlite_options& options, int report) {
  auto store = sqlite_store::open(options).value();
  std::function<void(uint8_t, uint64_t)> next = [&](uint8_t node, uint64_t version) {
    store->apply(telltale("n" + std::to_string(node), version),
                 [&, node](const commit_result& done) {
                   if (!done || write(report, &node, 1) != 1) _exit(1);
                   next(node, *done);
                 });
  };
  for (uint8_t node = 0; node < nodes; ++node) {
    auto now = store_client{*store}.load("n" + std::to_string(node));
    next(node, now ? now->version : 0);
  }
  for (;;) pause();
}

/// Runs a child until it has acknowledged `count` commits, kills it and counts its
/// acknowledgements.
void run_and_kill(const sqlite_options& options, size_t count,
                  std::array<uint64_t, nodes>& acknowledged) {
  int report[2];
  BOOST_TEST_REQUIRE(pipe(report) == 0);
  auto child = fork();
  if (child == 0) commit_and_report(options, report[1]);
  close(report[1]);
  uint8_t node = 0;
  for (size_t seen = 0; read(report[0], &node, 1) == 1; ++acknowledged.at(node))
    if (++seen == count) kill(child, SIGKILL);
  close(report[0]);
  int status = 0;
  waitpid(child, &status, 0);
  BOOST_TEST(WIFSIGNALED(status));
}

}  // namespace

BOOST_AUTO_TEST_CASE(killed_process_loses_nothing_acknowledged) {
  temporary_folder folder;
  std::array<uint64_t, nodes> acknowledged{};
  for (auto count : {1u, 50u, 333u}) {
    run_and_kill(folder.options(), count, acknowledged);
    auto store = sqlite_store::open(folder.options()).value();
    store_client client{*store};
    for (uint8_t node = 0; node < nodes; ++node) {
      auto id = "n" + std::to_string(node);
      check_whole(client, id, acknowledged[node]);
      // The next child continues here; unreported commits count from now on.
      if (auto now = client.load(id)) acknowledged[node] = now->version;
    }
  }
}

BOOST_AUTO_TEST_CASE(file_belongs_to_one_store) {
  temporary_folder folder;
  auto first = sqlite_store::open(folder.options()).value();
  auto second = sqlite_store::open(folder.options());
  BOOST_TEST(code_of(second) == "conflict");
  BOOST_TEST(second.error().message.find("store.db: it is in use by another process") !=
             std::string::npos);
  first.reset();
  BOOST_TEST(sqlite_store::open(folder.options()).has_value());
}

BOOST_AUTO_TEST_CASE(removed_lock_file_does_not_admit_another_store) {
  temporary_folder folder;
  auto first = sqlite_store::open(folder.options()).value();
  BOOST_TEST(std::filesystem::remove(folder.path / "store.db.lock"));
  auto second = sqlite_store::open(folder.options());
  BOOST_TEST(code_of(second) == "conflict");
  store_client{*first}.apply(telltale("n1", 0)).value();  // its own locks are unchanged
  first.reset();
  BOOST_TEST(sqlite_store::open(folder.options()).has_value());
}

BOOST_AUTO_TEST_CASE(write_test_changes_nothing) {
  temporary_folder folder;
  {
    auto store = sqlite_store::open(folder.options()).value();
    store_client client{*store};
    client.apply(telltale("n1", 0)).value();
    for (int i = 0; i < 3; ++i) BOOST_TEST(code_of(client.try_write()) == "ok");
    check_whole(client, "n1", 1);
  }
  BOOST_TEST(sqlite_store::open(folder.options()).has_value());
}

BOOST_AUTO_TEST_CASE(full_disk_is_unavailable_and_changes_nothing) {
  temporary_folder folder;
  auto store = sqlite_store::open(folder.options()).value();
  store_client client{*store};
  client.apply(telltale("n1", 0)).value();

  // The kernel prevents files from growing beyond this, like a full disk.
  signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  rlimit small{300'000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  auto large = telltale("n2", 0);
  large.snapshot.assign(1'000'000, 'x');
  auto refused = client.apply(large);
  auto read = client.load("n1");
  auto ready = client.try_write();
  setrlimit(RLIMIT_FSIZE, &before);

  BOOST_TEST(code_of(refused) == "unavailable");
  BOOST_TEST(refused.error().nothing_done);
  BOOST_TEST(code_of(ready) == "unavailable");  // although so little would still fit
  BOOST_TEST(code_of(read) == "ok");
  BOOST_TEST(code_of(client.load("n2")) == "not_found");
  BOOST_TEST(client.ids(all_nodes()) == std::vector<std::string>{"n1"},
             boost::test_tools::per_element());
  BOOST_TEST(client.apply(telltale("n2", 0)).value() == 1u);
  check_whole(client, "n1", 1);
  check_whole(client, "n2", 1);
}

BOOST_AUTO_TEST_CASE(store_is_created_quickly_and_keeps_its_content) {
  temporary_folder folder;
  auto begin = std::chrono::steady_clock::now();
  auto store = sqlite_store::open(folder.options()).value();
  BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::milliseconds{500}));
  store_client{*store}.apply(telltale("n1", 0)).value();
  store_client{*store}.announce({"c1", "i1", ""}, std::chrono::hours{1}).value();
  store.reset();
  store = sqlite_store::open(folder.options()).value();
  store_client client{*store};
  check_whole(client, "n1", 1);
  BOOST_TEST(client.members().value().empty());  // they ended with the process
}

BOOST_AUTO_TEST_CASE(destroyed_store_answers_pending_calls) {
  temporary_folder folder;
  std::atomic<int> answered{0};
  {
    auto store = sqlite_store::open(folder.options()).value();
    for (int i = 0; i < 500; ++i) {
      store->apply(change("n" + std::to_string(i)), [&](auto) { ++answered; });
      store->load("node", "n" + std::to_string(i),
                  [&](const result<stored>& x) { answered += x ? 1 : 0; });
    }
    store->list(all_nodes(), [&](auto) { ++answered; });
  }
  BOOST_TEST(answered == 1001);
}

BOOST_AUTO_TEST_SUITE_END()
