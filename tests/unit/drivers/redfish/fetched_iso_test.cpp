#include "drivers/redfish/redfish_boot.hpp"
#include "tests/support/raw_server.hpp"
#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

// ISO images that this service fetches for the BMC.

using namespace ironbus;
using namespace ironbus::test;
namespace fs = std::filesystem;

namespace {

/// A server that answers every path, and a cache.
struct fetch_fixture : redfish_fixture {
  fetch_fixture() {
    policy.boot_root = (root / "http").string();
    policy.image_root = (root / "cache").string();
    policy.service_url = "http://192.0.2.5:6385";
    images.boot_fetcher = "local";
    images.networks = {"127.0.0.0/8"};
    images.attempts_max = 1;
    use(options);
    node.interfaces["boot"] = "redfish-virtual-media";
    node.driver_info.edit()["deploy_iso"] = url + "/deploy.iso";
    node.instance_info = {{"boot_iso", url + "/live.iso"}};
  }
  ~fetch_fixture() { fs::remove_all(root); }
  fetch_fixture(const fetch_fixture&) = delete;
  fetch_fixture& operator=(const fetch_fixture&) = delete;

  std::string inserted() { return link.bmc.state()["media"].begin().value(); }
  std::string published(const char* name) const {
    std::ifstream source_file{root / "http" / node.uuid / name};
    return {std::istreambuf_iterator<char>{source_file}, {}};
  }

  const fs::path root = fs::temp_directory_path() / ("fetched_disc_" + std::to_string(::getpid()));
  raw_server server{[](const std::string& asked, const raw_server::sender& send) {
    send(http_text(asked.starts_with("GET /none") ? 404 : 200, asked.substr(5, 6)));
  }};
  const std::string url = "http://127.0.0.1:" + std::to_string(server.port());
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(fetched_isos, fetch_fixture)

BOOST_AUTO_TEST_CASE(fetches_and_serves_an_iso_from_a_web_server) {
  const auto place = "http://192.0.2.5:6385/v1/boot/" + node.uuid;
  done("boot", "prepare_ramdisk");
  BOOST_TEST(inserted() == place + "/deploy.iso");
  BOOST_TEST(published("deploy.iso") == "deploy");
  done("boot", "clean_up_ramdisk");
  BOOST_TEST(!fs::exists(root / "http" / node.uuid));
  done("boot", "prepare_instance", {{"live", true}});
  BOOST_TEST(inserted() == place + "/boot.iso");
  node.instance_info.edit()["ramdisk_image_download_source"] = "http";
  done("boot", "prepare_instance", {{"live", true}});
  BOOST_TEST(inserted() == url + "/live.iso");
}

BOOST_AUTO_TEST_CASE(the_firmware_gets_the_url_of_the_fetched_iso) {
  node.interfaces["boot"] = "redfish-https";
  done("boot", "prepare_ramdisk");
  BOOST_TEST(node.driver_internal_info.value(http_boot_url_key, json{}) ==
             "http://192.0.2.5:6385/v1/boot/" + node.uuid + "/deploy.iso");
}

BOOST_AUTO_TEST_CASE(an_iso_that_cannot_be_fetched_fails_the_step_before_any_request) {
  node.driver_info.edit()["deploy_iso"] = url + "/none.iso";
  const auto end = run("boot", "prepare_ramdisk");
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(holds(end.reason, url + "/none.iso': "), end.reason);
  BOOST_TEST(link.total() == 0U);
}

BOOST_AUTO_TEST_CASE(a_step_that_waits_for_its_iso_continues_when_it_is_there) {
  auto waiting = request("boot", "prepare_ramdisk");
  waiting.task_handle = "boot files";
  const auto end = probe(waiting);
  BOOST_REQUIRE(end);
  BOOST_TEST((end->status == step_status::done));
  BOOST_TEST(published("deploy.iso") == "deploy");
}

BOOST_AUTO_TEST_SUITE_END()
