#include "ops/ironbusd/roles/boot_tidier.hpp"

#include "gateways/local/local_bus.hpp"
#include "messages/wire/commands.hpp"
#include "messages/wire/envelope.hpp"
#include "messages/wire/events.hpp"
#include "messages/wire/routing.hpp"
#include "store_stub.hpp"
#include "tests/support/await.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>

using namespace ironbus;
using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;

const std::string gone = "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e01";
const std::string there = "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e02";
const std::string unknown = "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e03";

/// Has nodes, or does not answer for them.
struct store_of_nodes final : daemon::store_stub {
  void load(std::string, std::string id, callback<stored> done) override {
    std::unique_lock lock{mutex};
    const auto found = answers.find(id);
    const auto answer =
        found == answers.end() ? fail(error_code::not_found, "none") : found->second;
    lock.unlock();
    done(answer);
  }
  void set(const std::string& id, result<stored> answer) {
    std::lock_guard guard{mutex};
    answers.insert_or_assign(id, std::move(answer));
  }

  std::mutex mutex;
  std::map<std::string, result<stored>> answers;
};

struct tidier_fixture {
  tidier_fixture() {
    auto text = (fs::temp_directory_path() / "ironbus_tidier_XXXXXX").string();
    root = ::mkdtemp(text.data());
    options.dhcp.provider = "dnsmasq";
    options.dhcp.hosts_dir = (root / "hosts").string();
    options.dhcp.opts_dir = (root / "opts").string();
    auto policy = std::make_shared<installation_policy>();
    policy->boot_root = (root / "boot").string();
    for (const auto& uuid : {gone, there, unknown}) tell_of(uuid);
    records.set(there, stored{});
    records.set(unknown, fail(error_code::unavailable, "away"));
    subject = std::make_unique<daemon::boot_tidier>(messages, records, policy, options);
    subject->start();
  }
  ~tidier_fixture() {
    messages.stop();
    subject->stop();
    fs::remove_all(root);
  }

  void tell_of(const std::string& uuid) const {
    for (const auto* folder : {"hosts", "opts", "boot"}) fs::create_directories(root / folder);
    std::ofstream{root / "hosts" / uuid} << "52:54:00:00:00:01,set:ironbus\n";
    fs::create_directories(root / "boot" / uuid);
    std::ofstream{root / "boot" / uuid / "config"} << "#!ipxe\n";
  }

  bool is_told(const std::string& uuid) const {
    return fs::exists(root / "hosts" / uuid) || fs::exists(root / "boot" / uuid);
  }

  void say_deleted(const std::string& uuid) {
    envelope head;
    head.id = "event of " + uuid;
    head.type = std::string{event_type_prefix} + std::string{event::node_deleted};
    head.subject = uuid;
    head.data = json::object();
    messages.publish({.exchange = std::string{routing::event_exchange},
                      .routing_key = routing::event_key(uuid, event::node_deleted),
                      .id = head.id,
                      .body = encode_envelope(head)});
  }

  fs::path root;
  boot_options options;
  store_of_nodes records;
  local_bus messages;
  std::unique_ptr<daemon::boot_tidier> subject;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(files_of_nodes_that_are_no_more, tidier_fixture)

BOOST_AUTO_TEST_CASE(they_go_at_the_start_and_when_a_node_ends_unless_the_store_has_it) {
  messages.start();
  BOOST_TEST(test::fulfilled([&] { return !is_told(gone); }));
  BOOST_TEST(is_told(there));
  BOOST_TEST(is_told(unknown));  // a store that is away says nothing of it
  say_deleted(unknown);
  records.set(there, fail(error_code::not_found, "none"));
  say_deleted(there);
  BOOST_TEST(test::fulfilled([&] { return !is_told(there); }));
  BOOST_TEST(is_told(unknown));
}

BOOST_AUTO_TEST_SUITE_END()
