#include "ops/ironbusd/folders/installation.hpp"

#include "gateways/sqlite/sqlite_store.hpp"
#include "messages/base/uuid.hpp"
#include "ops/ironbusd/configuration/configuration.hpp"
#include "ops/ironbusd/store_tools/record_checker.hpp"
#include "tests/unit/ops/ironbusd/store_stub.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <map>
#include <set>

using namespace ironbus;
using namespace ironbus::daemon;

namespace {

namespace fs = std::filesystem;
constexpr std::chrono::milliseconds shortly{20};

struct scratch_folder {
  scratch_folder() {
    std::string text = (fs::temp_directory_path() / "ironbus_owner_XXXXXX").string();
    BOOST_REQUIRE(mkdtemp(text.data()) != nullptr);
    path = text;
  }
  ~scratch_folder() { fs::remove_all(path); }

  settings of(const std::string& data, std::vector<setting_text> more = {}) const {
    more.push_back({"data", (path / data).string(), "the test"});
    return load_configuration(more).values;
  }
  static settings with_store(const std::string& url) {
    const std::vector<setting_text> texts{{"store", url, "the test"},
                                          {"bus", "amqp://x", "the test"}};
    return load_configuration(texts).values;
  }

  settings in_folder(settings x) const {
    x.data = (path / "empty").string();
    return x;
  }
  std::unique_ptr<store> open_records(const std::string& file) const {
    sqlite_options options;
    options.path = path / file;
    return sqlite_store::open(options).value();
  }

  fs::path path;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(an_installation, scratch_folder)

BOOST_AUTO_TEST_CASE(has_all_its_folders_below_its_data_folder) {
  const auto all = of("data");
  const auto data = (path / "data").string();
  BOOST_TEST(all.policy.boot_root == data + "/httpboot");
  BOOST_TEST(all.policy.image_root == data + "/images");
  BOOST_TEST(all.ipmi.console_folder == data + "/consoles");
  const auto set = of("data", {{"pxe.http_root", "/srv/boot", "the test"}});
  BOOST_TEST(set.policy.boot_root == "/srv/boot");
}

BOOST_AUTO_TEST_CASE(keeps_its_id_in_the_store) {
  const auto records = open_records("a.db");
  const auto first = find_installation_id(of("one"), *records).value();
  BOOST_TEST(is_uuid(first));
  BOOST_TEST(find_installation_id(of("one"), *records).value() == first);
  BOOST_TEST(find_installation_id(of("another/folder"), *records).value() == first);
  const auto other = open_records("b.db");
  BOOST_TEST(find_installation_id(of("two"), *other).value() != first);
  const auto named = of("one", {{"installation_id", "rack-1", "the test"}});
  BOOST_TEST(find_installation_id(named, *records).value() == "rack-1");
}

BOOST_AUTO_TEST_CASE(keeps_the_id_of_its_data_folder_of_an_earlier_release) {
  const std::string former = "7d1f7a52-4a0b-4a62-9d3c-0c6e8f5b1a90";
  fs::create_directories(path / "one");
  std::ofstream{path / "one/installation-id"} << former << "\n";
  BOOST_TEST(find_installation_id(of("one"), *open_records("a.db")).value() == former);
}

BOOST_AUTO_TEST_CASE(of_several_processes_is_that_of_the_first) {
  const auto records = open_records("a.db");
  std::vector<std::future<std::string>> starts;
  for (int i = 0; i < 8; ++i)
    starts.push_back(std::async(std::launch::async, [&, i] {
      return find_installation_id(of("data-" + std::to_string(i)), *records).value();
    }));
  std::set<std::string> ids;
  for (auto& one : starts) ids.insert(one.get());
  BOOST_TEST(ids.size() == 1U);
}

BOOST_AUTO_TEST_CASE(survives_a_move_of_redis) {
  const auto data = (path / "data").string();
  const auto at = [&](const char* url) {
    auto out = with_store(url);
    out.data = data;
    return out;
  };
  const auto records = open_records("redis.db");  // its data, wherever it is
  const auto first = find_installation_id(at("redis://old.test"), *records).value();
  BOOST_TEST(find_installation_id(at("redis://new.test:7000/3"), *records).value() == first);
  store_stub silent;  // it never answers
  BOOST_TEST(find_installation_id(at("redis://new.test"), silent, shortly).value() == first);
  fs::remove(path / "data/installation-id");
  BOOST_TEST(find_installation_id(at("redis://old.test"), silent, shortly).value() == first);
}

BOOST_AUTO_TEST_CASE(is_a_record_that_the_check_of_the_store_knows) {
  stored_aggregate record;
  record.aggregate = "installation";
  record.id = "this";
  record.snapshot = R"({"id":"x"})";
  std::string found;
  record_checker{16}(record, [&](const store_finding& x) { found += x.text; });
  BOOST_TEST(found == "");
}

BOOST_AUTO_TEST_CASE(with_redis_is_first_that_of_its_address) {
  store_stub silent;  // it never answers
  const auto id = [&](const std::string& url) {
    return find_installation_id(in_folder(with_store(url)), silent, shortly).value();
  };
  const auto plain = id("redis://store.test:6379/2");
  BOOST_TEST(id("rediss://user:secret@store.test/2") == plain);
  BOOST_TEST(id("redis://store.test/3") != plain);
  auto other_prefix = with_store("redis://store.test:6379/2");
  other_prefix.redis.prefix = "second:";
  BOOST_TEST(find_installation_id(in_folder(other_prefix), silent, shortly).value() != plain);
  BOOST_TEST(id("redis+sentinel://a,b/fleet") == id("redis+sentinel://b,a/fleet"));
  BOOST_TEST(id("redis+sentinel://a,b/fleet") != id("redis+sentinel://a,b/other"));
}

BOOST_AUTO_TEST_CASE(shares_no_folder_with_another) {
  const auto ours = of("one");
  BOOST_TEST(!claim_folders(ours, "1a", "rack1"));
  BOOST_TEST(!claim_folders(ours, "1a", "rack1"));
  BOOST_TEST(!claim_folders(of("two"), "2b", "rack1"));
  const std::map<std::string, std::string> folders{
      {"pxe.http_root", ours.policy.boot_root},
      {"image.cache_path", ours.policy.image_root},
      {"ipmi.console_folder", ours.ipmi.console_folder}};
  for (const auto& [option, folder] : folders) {
    const auto refused = claim_folders(of("three", {{option, folder, "the test"}}), "3c", "rack1");
    BOOST_REQUIRE(refused);
    BOOST_TEST(refused->message.starts_with(option + ": The folder '" + folder +
                                            "' belongs to another ironbus installation: 1a, host "
                                            "rack1, data folder "),
               refused->message);
  }
  BOOST_CHECK(fs::status(ours.ipmi.console_folder).permissions() == fs::perms::owner_all);
}

BOOST_AUTO_TEST_CASE(claims_dnsmasqs_folders_if_it_writes_them) {
  const auto hosts = (path / "hosts").string();
  const std::vector<setting_text> dhcp{{"dhcp.dhcp_provider", "dnsmasq", "the test"},
                                       {"dnsmasq.dhcp_hostsdir", hosts, "the test"},
                                       {"dnsmasq.dhcp_optsdir", hosts + "-opts", "the test"}};
  BOOST_TEST(!claim_folders(of("one", dhcp), "1a", "rack1"));
  const auto refused = claim_folders(of("two", dhcp), "2b", "rack1");
  BOOST_REQUIRE(refused);
  BOOST_TEST(refused->message.starts_with("dnsmasq.dhcp_hostsdir: The folder '"));
}

BOOST_AUTO_TEST_SUITE_END()
