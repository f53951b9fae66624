#include "ops/ironbusd/folders/installation.hpp"

#include "messages/base/uuid.hpp"
#include "ops/ironbusd/configuration/configuration.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <map>

using namespace ironbus;
using namespace ironbus::daemon;

namespace {

namespace fs = std::filesystem;

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

BOOST_AUTO_TEST_CASE(keeps_its_id_in_the_data_folder) {
  const auto first = find_installation_id(of("one"));
  BOOST_REQUIRE(first);
  BOOST_TEST(is_uuid(*first));
  BOOST_TEST(find_installation_id(of("one")).value() == *first);
  BOOST_TEST(find_installation_id(of("two")).value() != *first);
  BOOST_TEST(find_installation_id(of("one", {{"installation_id", "rack-1", "the test"}})).value() ==
             "rack-1");
  BOOST_TEST(!find_installation_id(of("/proc/ironbus")));
}

BOOST_AUTO_TEST_CASE(with_redis_is_the_store) {
  const auto id = [](const std::string& url) {
    return find_installation_id(with_store(url)).value();
  };
  const auto plain = id("redis://store.test:6379/2");
  BOOST_TEST(id("rediss://user:secret@store.test/2") == plain);
  BOOST_TEST(id("redis://store.test/3") != plain);
  auto other_prefix = with_store("redis://store.test:6379/2");
  other_prefix.redis.prefix = "second:";
  BOOST_TEST(find_installation_id(other_prefix).value() != plain);
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
