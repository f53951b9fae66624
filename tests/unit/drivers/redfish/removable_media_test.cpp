#include "drivers/redfish/boot/removable_media.hpp"

#include "drivers/kit/iso_image.hpp"
#include "drivers/redfish/boot/redfish_boot_catalog.hpp"
#include "messages/crypto/base64.hpp"
#include "messages/crypto/digest.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

// Removable media with a boot ISO: parameters, network data and config drives on sticks and
// floppies.

using namespace ironbus;
using namespace ironbus::test;
namespace fs = std::filesystem;

namespace {

const std::string agent_token(43, 't');
const std::string removable_disc = "http://192.0.2.1/deploy.iso";

struct removable_fixture : redfish_fixture {
  explicit removable_fixture(std::string_view profile = "openbmc") : redfish_fixture{profile} {
    policy.boot_root = root.string();
    policy.service_url = "http://192.0.2.5:6385";
    use(options);
    node.interfaces["boot"] = "redfish-virtual-media";
    node.driver_info.edit()["deploy_iso"] = removable_disc;
    node.driver_internal_info = {{"agent_secret_token", agent_token},
                                 {"agent_secret_token_pregenerated", true}};
    node.instance_info = {{"boot_iso", removable_disc}};
  }
  ~removable_fixture() { fs::remove_all(root); }
  removable_fixture(const removable_fixture&) = delete;
  removable_fixture& operator=(const removable_fixture&) = delete;

  json media() { return link.bmc.state()["media"]; }
  /// The URLs of the media besides the boot ISO.
  std::vector<std::string> beside() {
    std::vector<std::string> out;
    const auto all = media();
    for (const auto& one : all)
      if (one != removable_disc) out.push_back(one);
    return out;
  }
  std::string content_at(const std::string& url) const {
    std::ifstream file{root / node.uuid / url.substr(url.rfind('/') + 1), std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
  }

  const fs::path root = fs::temp_directory_path() / ("removable_" + std::to_string(::getpid()));
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(removable_media, removable_fixture)

BOOST_AUTO_TEST_CASE(adds_nothing_to_a_given_iso_unless_enabled) {
  done("boot", "prepare_ramdisk");
  BOOST_TEST(beside().empty());
  BOOST_TEST(!fs::exists(root / node.uuid));
}

BOOST_AUTO_TEST_CASE(puts_parameters_on_a_removable_medium) {
  removable_fixture x{"hpe"};
  x.node.driver_info.edit()["config_via_removable"] = "true";
  x.done("boot", "prepare_ramdisk");
  BOOST_REQUIRE(x.beside().size() == 1U);
  const auto url = x.beside().front();
  BOOST_TEST(url.starts_with("http://192.0.2.5:6385/v1/boot/" + x.node.uuid + "/"));
  const auto image = x.content_at(url);
  BOOST_TEST(image.size() == 1'474'560U);
  // Images contain a time stamp, so a name by their bytes would change every second.
  BOOST_TEST(!holds(url, sha256_of(agent_token + '\0' + image).substr(0, 40)));
  BOOST_TEST(holds(image, "ir-vfd-dev"));
  BOOST_TEST(holds(image, "ipa-agent-token=" + agent_token + "\n"));
  BOOST_TEST(holds(image, "ipa-api-url=http://192.0.2.5:6385\n"));
  const auto changes = x.link.count("POST") + x.link.count("PATCH");
  x.done("boot", "prepare_ramdisk");
  BOOST_TEST(x.link.count("POST") + x.link.count("PATCH") == changes);
  x.done("boot", "clean_up_ramdisk");
  BOOST_TEST(x.media().empty());
  BOOST_TEST(!fs::exists(x.root / x.node.uuid));
}

BOOST_AUTO_TEST_CASE(attaches_network_data_with_an_iso_that_has_none) {
  removable_fixture x{"hpe"};
  x.node.network_data = {{"links", json::array()}, {"networks", json::array()}};
  x.done("boot", "prepare_ramdisk");
  BOOST_REQUIRE(x.beside().size() == 1U);
  const auto image = x.content_at(x.beside().front());
  BOOST_TEST(holds(image, "config-2"));
  BOOST_TEST(holds(image, R"({"links":[],"networks":[]})"));
}

BOOST_AUTO_TEST_CASE(a_live_instance_gets_its_config_drive) {
  removable_fixture x{"hpe"};
  x.node.instance_info.edit()["configdrive"] = {{"user_data", "#cloud-config"}};
  x.done("boot", "prepare_instance", {{"live", true}});
  BOOST_REQUIRE(x.beside().size() == 1U);
  BOOST_TEST(holds(x.content_at(x.beside().front()), "#cloud-config"));
  x.done("boot", "clean_up_instance");
  BOOST_TEST(x.media().empty());

  const auto packed = compress_gzip("an image of its own").value();
  x.node.instance_info.edit()["configdrive"] = to_base64(packed);
  x.done("boot", "prepare_instance", {{"live", true}});
  BOOST_TEST(x.content_at(x.beside().front()) == "an image of its own");
  for (const auto* odd : {"H4sIno", "http://h/drive"}) {
    x.node.instance_info.edit()["configdrive"] = odd;
    const auto out = x.run("boot", "prepare_instance", {{"live", true}});
    BOOST_TEST((out.status == step_status::failed), odd);
    BOOST_TEST(holds(out.reason, "configdrive"));
  }
}

BOOST_AUTO_TEST_CASE(keeps_the_iso_in_a_device_that_supports_sticks_too) {
  for (const auto* profile : {"dell", "lenovo", "supermicro", "ami"}) BOOST_TEST_CONTEXT(profile) {
      removable_fixture x{profile};
      x.node.driver_info.edit()["config_via_removable"] = true;
      x.done("boot", "prepare_ramdisk");
      x.done("boot", "prepare_ramdisk");
      BOOST_TEST(x.media().size() == 2U);
      BOOST_TEST(x.beside().size() == 1U);
    }
}

BOOST_AUTO_TEST_CASE(rejects_a_machine_without_a_free_device) {
  removable_fixture x{"openbmc"};
  x.node.driver_info.edit()["config_via_removable"] = true;
  const auto out = x.run("boot", "prepare_ramdisk");
  BOOST_TEST((out.status == step_status::failed));
  BOOST_TEST(!out.reason.empty());
  BOOST_TEST(x.beside().empty());
  BOOST_TEST(x.media().size() == 1U);
}

BOOST_AUTO_TEST_CASE(declares_the_supported_media) {
  const auto media = media_boot_implementations({}).front();
  const auto https = https_boot_implementations({}).front();
  BOOST_TEST(media.brings_config_drive);
  BOOST_TEST(!https.brings_config_drive);
  node_snapshot x;
  x.attributes.driver_info = {{"redfish_address", "https://192.0.2.1"},
                              {"deploy_iso", removable_disc},
                              {"config_via_removable", true}};
  BOOST_TEST(media.hands_over_token(x.attributes));
  BOOST_TEST(!https.hands_over_token(x.attributes));
  x.attributes.instance_info = {{"boot_iso", removable_disc}, {"configdrive", "https://h/drive"}};
  const auto wrong = media.validate_live(x);
  BOOST_REQUIRE(wrong.has_value());
  BOOST_TEST(holds(wrong->message, "instance_info.configdrive is a URL"));
}

BOOST_AUTO_TEST_SUITE_END()
