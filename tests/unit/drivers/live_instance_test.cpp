#include "drivers/registry/registry.hpp"
#include "messages/model/snapshot.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

// Instances without a disk, with the drivers of this release.

namespace {

struct live_fixture {
  live_fixture() {
    driver_options options;
    options.hardware_types = {"redfish"};
    catalog = build_catalog(options).value();
    node.attributes.driver = "redfish";
    node.attributes.driver_info = {{"redfish_address", "https://192.0.2.7"},
                                   {"deploy_iso", "http://192.0.2.1/agent.iso"}};
    node.attributes.deploy_interface = "ramdisk";
    node.attributes.boot_interface = "redfish-virtual-media";
    node.attributes.instance_info = {{"boot_iso", "http://192.0.2.1/live.iso"}};
  }
  std::string wrong() {
    const auto found = catalog.validate(node, "deploy");
    return found ? found->message : std::string{};
  }
  bool says(std::string_view text) { return wrong().find(text) != std::string::npos; }

  driver_catalog catalog;
  node_snapshot node;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(live_instances, live_fixture)

BOOST_AUTO_TEST_CASE(boot_interfaces_declare_the_needs_of_live_instances) {
  for (const auto* boot : {"redfish-virtual-media", "redfish-https", "ipxe"}) {
    node.attributes.boot_interface = boot;
    BOOST_TEST(wrong() == "", boot);
    auto& wanted = node.attributes.instance_info.edit();
    wanted.erase("boot_iso");
    BOOST_TEST(says("boot_iso"), boot);
    wanted["boot_iso"] = "file:///etc/shadow";
    BOOST_TEST(says("not below"), boot);
    wanted["boot_iso"] = "http://192.0.2.1/live.iso";
  }
}

BOOST_AUTO_TEST_CASE(only_virtual_media_attaches_a_config_drive) {
  auto& drive = node.attributes.instance_info.edit()["configdrive"];
  drive = {{"user_data", "#cloud-config"}};
  BOOST_TEST(wrong() == "");
  for (const auto* boot : {"redfish-https", "ipxe"}) {
    node.attributes.boot_interface = boot;
    BOOST_TEST(says("cannot provide instance_info.configdrive"), wrong());
  }
  node.attributes.boot_interface = "redfish-virtual-media";
  for (const json& odd : {json("http://192.0.2.1/drive"), json("H4sI?"), json{{"meta", 1}}}) {
    node.attributes.instance_info.edit()["configdrive"] = odd;
    BOOST_TEST(says("instance_info.configdrive"), wrong());
  }
}

BOOST_AUTO_TEST_CASE(an_interface_that_starts_with_the_ramdisk_needs_a_bootable_one) {
  node.attributes.instance_info =
      json{{"image_source", "http://192.0.2.1/disk.img"}, {"image_checksum", std::string(64, 'a')}};
  for (const auto* boot : {"redfish-virtual-media", "redfish-https", "ipxe"})
    for (const auto* deploy : {"direct", "custom-agent"}) {
      node.attributes.boot_interface = boot;
      node.attributes.deploy_interface = deploy;
      auto& known = node.attributes.driver_info.edit();
      known["deploy_iso"] = "http://192.0.2.1/agent.iso";
      known["deploy_kernel"] = known["deploy_ramdisk"] = "http://192.0.2.1/agent";
      BOOST_TEST(wrong() == "", boot);
      known.erase("deploy_iso");
      known.erase("deploy_ramdisk");
      BOOST_TEST(says("deploy_ramdisk"), boot);
      node.attributes.inspect_interface = "agent";
      BOOST_TEST(catalog.validate(node, "inspect").has_value(), boot);
    }
}

BOOST_AUTO_TEST_CASE(instances_on_disks_are_not_live) {
  node.attributes.deploy_interface = "direct";
  node.attributes.instance_info =
      json{{"image_source", "http://192.0.2.1/disk.img"}, {"image_checksum", std::string(64, 'a')}};
  BOOST_TEST(wrong() == "");
}

BOOST_AUTO_TEST_CASE(a_live_deployment_is_one_step_that_boots_the_instance) {
  const auto* ramdisk = catalog.find("deploy", "ramdisk");
  BOOST_REQUIRE(ramdisk != nullptr);
  BOOST_TEST(ramdisk->runs_live);
  size_t of_deployments = 0;
  for (const auto& step : ramdisk->steps) of_deployments += step.phases == phase_deploy ? 1U : 0U;
  BOOST_TEST(of_deployments == 1U);
  const auto* deploy = ramdisk->find_step("deploy");
  BOOST_REQUIRE(deploy != nullptr);
  BOOST_TEST(!deploy->in_agent);
  BOOST_REQUIRE(deploy->then.size() == 3U);
  BOOST_TEST(deploy->then[1].name == "prepare_instance");
  BOOST_TEST((ramdisk->find_step("get_clean_steps") != nullptr));  // agents clean the machine
  BOOST_TEST((ramdisk->find_step("get_deploy_steps") == nullptr));
}

BOOST_AUTO_TEST_SUITE_END()
