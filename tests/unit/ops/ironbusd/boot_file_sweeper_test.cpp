#include "ops/ironbusd/roles/boot_file_sweeper.hpp"

#include "gateways/local/local_bus.hpp"
#include "messages/contract/boot_notes.hpp"
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
const std::string foreign = "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e04";
const std::string unknown = "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e03";

/// A store with nodes, which may be unreachable.
struct store_of_nodes final : daemon::store_stub {
  void load(std::string, std::string id, callback<stored> done) override {
    std::unique_lock lock{mutex};
    const auto found = answers.find(id);
    const auto answer =
        found == answers.end() ? fail(error_code::not_found, "none") : found->second;
    lock.unlock();
    if (id == there && before_answer) before_answer();
    done(answer);
  }
  void set(const std::string& id, result<stored> answer) {
    std::lock_guard guard{mutex};
    answers.insert_or_assign(id, std::move(answer));
  }

  std::mutex mutex;
  std::map<std::string, result<stored>> answers;
  std::function<void()> before_answer;
};

const std::string here = "folder-1+dnsmasq-1";
const std::string elsewhere = "folder-2+dnsmasq-2";

node_snapshot node_with(const std::string& place, const std::string& call) {
  node_snapshot out;
  out.attributes.uuid = there;
  if (!place.empty()) note_boot_location(out.attributes.driver_internal_info.edit(), {place, call});
  return out;
}

stored noted(const std::string& place, const std::string& call) {
  return {there, 1, encode_snapshot(node_with(place, call)), false, {}};
}

struct sweeper_fixture {
  sweeper_fixture() {
    auto text = (fs::temp_directory_path() / "ironbus_tidier_XXXXXX").string();
    root = ::mkdtemp(text.data());
    options.place = here;
    options.installation = "ours";
    options.dhcp.provider = "dnsmasq";
    options.dhcp.hosts_dir = (root / "hosts").string();
    options.dhcp.opts_dir = (root / "opts").string();
    auto policy = std::make_shared<installation_policy>();
    policy->boot_root = (root / "boot").string();
    for (const auto& uuid : {gone, there, unknown}) tell_of(uuid, "# ironbus ours\n");
    tell_of(foreign, "# ironbus theirs\n");
    records.set(there, noted({}, {}));
    records.set(unknown, fail(error_code::unavailable, "away"));
    subject = std::make_unique<daemon::boot_file_sweeper>(messages, records, policy, options);
    subject->start();
  }
  ~sweeper_fixture() {
    messages.stop();
    subject->stop();
    fs::remove_all(root);
  }

  void tell_of(const std::string& uuid, const std::string& mark) const {
    for (const auto* folder : {"hosts", "opts", "boot"}) fs::create_directories(root / folder);
    std::ofstream{root / "hosts" / uuid} << mark << "52:54:00:00:00:01,set:ironbus\n";
    std::ofstream{root / "opts" / uuid} << "tag:ironbus-" << uuid << "\n";
    fs::create_directories(root / "boot" / uuid);
    std::ofstream{root / "boot" / uuid / "config"} << "#!ipxe\n";
  }

  bool is_told(const std::string& uuid) const {
    return fs::exists(root / "hosts" / uuid) || fs::exists(root / "boot" / uuid);
  }

  bool boots(const std::string& uuid) const { return fs::exists(root / "boot" / uuid); }
  bool is_offered(const std::string& uuid) const { return fs::exists(root / "opts" / uuid); }

  void say_deleted(const std::string& uuid) { say(uuid, event::node_deleted, json::object()); }
  void say_moved(const std::string& from) {
    say(there, event::boot_place_changed, {{"from", from}, {"to", elsewhere}});
  }
  void say(const std::string& uuid, std::string_view type, const json& data) {
    envelope head;
    head.id = "event of " + uuid;
    head.type = std::string{event_type_prefix} + std::string{type};
    head.subject = uuid;
    head.data = data;
    messages.publish({.exchange = std::string{routing::event_exchange},
                      .routing_key = routing::event_key(uuid, type),
                      .id = head.id,
                      .body = encode_envelope(head)});
  }

  fs::path root;
  boot_options options;
  store_of_nodes records;
  local_bus messages;
  std::unique_ptr<daemon::boot_file_sweeper> subject;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(files_of_deleted_nodes, sweeper_fixture)

BOOST_AUTO_TEST_CASE(they_are_deleted_at_the_start_and_with_their_node) {
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

BOOST_AUTO_TEST_CASE(files_of_another_installation_stay) {
  const std::string unmarked = "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e00";  // sorts before all others
  tell_of(unmarked, "");
  messages.start();
  BOOST_TEST(test::fulfilled([&] { return !is_told(gone); }));
  // The files' thread handles this after it has looked at all others.
  records.set(there, fail(error_code::not_found, "none"));
  say_deleted(there);
  BOOST_TEST(test::fulfilled([&] { return !is_told(there); }));
  for (const auto& uuid : {foreign, unmarked}) {
    BOOST_TEST(boots(uuid));
    BOOST_TEST(is_offered(uuid));
    BOOST_TEST(is_told(uuid));
  }
}

BOOST_AUTO_TEST_CASE(files_that_another_worker_rewrote_are_deleted_but_dnsmasq_keeps_the_host) {
  messages.start();
  BOOST_TEST(test::fulfilled([&] { return !is_told(gone); }));
  BOOST_TEST(boots(there));  // of an earlier release: nothing is known
  records.set(there, noted(elsewhere, "prepare_ramdisk"));
  say_moved(elsewhere);  // not from here
  say_moved(here);
  BOOST_TEST(test::fulfilled([&] { return !boots(there) && !is_offered(there); }));
  BOOST_TEST(fs::exists(root / "hosts" / there));
}

BOOST_AUTO_TEST_CASE(files_that_were_removed_elsewhere_are_deleted_at_the_start) {
  records.set(there, noted(elsewhere, ""));
  messages.start();
  BOOST_TEST(test::fulfilled([&] { return !boots(there) && !is_offered(there); }));
}

BOOST_AUTO_TEST_CASE(new_files_of_a_step_stay) {
  const auto step = root / "boot" / there / ".step";
  records.set(there, noted(elsewhere, ""));
  records.before_answer = [&] { std::ofstream{step} << "a-later-step.3.1\n"; };
  messages.start();
  BOOST_TEST(test::fulfilled([&] { return !is_told(gone); }));
  BOOST_TEST(boots(there));
  BOOST_TEST(is_offered(there));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(files_belong_to_the_noted_or_next_location) {
  const auto at = [](const std::string& place, const std::string& call,
                     const std::string& step = "old.1.1") {
    return daemon::belonging_at(here, node_with(place, call), step);
  };
  using daemon::belonging;
  BOOST_TEST((at("", "") == belonging{true, true}));
  BOOST_TEST((at(here, "prepare_ramdisk") == belonging{true, true}));
  BOOST_TEST((at(here, "clean_up_instance") == belonging{false, false}));
  BOOST_TEST((at(here, "") == belonging{false, false}));
  BOOST_TEST((at(elsewhere, "prepare_instance") == belonging{false, false}));
  BOOST_TEST((at("folder-1+dnsmasq-2", "prepare_instance") == belonging{true, false}));
  auto busy = node_with(elsewhere, "");
  busy.current.emplace();
  busy.current->id = "op";
  busy.current->index = 4;
  busy.calls.emplace_back();
  busy.calls.back().id = "call";
  BOOST_TEST((daemon::belonging_at(here, busy, "op.4.1") == belonging{true, true}));
  BOOST_TEST((daemon::belonging_at(here, busy, "call.0.1") == belonging{true, true}));
  BOOST_TEST((daemon::belonging_at(here, busy, "op.3.1") == belonging{false, false}));
  BOOST_TEST((daemon::belonging_at("", busy, "op.3.1") == belonging{true, true}));
}
