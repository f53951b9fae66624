#include "messages/model/instance_interfaces.hpp"

#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

// The interfaces that an instance uses instead of the node's own, from deployment to deletion.

using namespace ironbus;
using namespace ironbus::test;

namespace {

using step_names = std::vector<std::string>;

json noted(const node_fixture& n) {
  return n.now().attributes.driver_internal_info.value(instance_interfaces_key, json{});
}

std::string in_use(const node_fixture& n, std::string_view kind) {
  return interface_in_use(n.now().attributes, kind).value_or("none");
}

/// Enrolled, verified and available with these fields, with interfaces that need no agent.
node_fixture available_with(json fields) {
  node_fixture n{std::move(fields)};
  n.order("manage");
  n.run();
  n.edit().attributes.state = provision_state::available;
  n.asked();
  return n;
}

const json live_instance{{"boot_iso", "http://192.0.2.1/live.iso"}};

json live_node(const std::string& deploy_interface) {
  return {{"deploy_interface", deploy_interface},
          {"boot_interface", "network"},
          {"instance_info", live_instance}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(interfaces_by_instance)

BOOST_AUTO_TEST_CASE(the_deploy_interface_is_chosen_by_the_instance) {
  auto n = available_with(live_node("autodetect"));
  BOOST_TEST(in_use(n, "deploy") == "autodetect");
  const auto answer = n.order("active");
  BOOST_TEST_REQUIRE(!answer.refused);
  BOOST_TEST(noted(n) == json({{"deploy", "ramdisk"}}));
  BOOST_TEST(n.request().machine.interfaces.at("deploy") == "ramdisk");
  n.run();
  BOOST_TEST(n.state() == "active");
  BOOST_TEST(*n.now().attributes.deploy_interface == "autodetect");
  BOOST_TEST(in_use(n, "deploy") == "ramdisk");
}

BOOST_AUTO_TEST_CASE(later_changes_do_not_affect_a_deployment) {
  auto n = available_with(live_node("autodetect"));
  n.order("active");
  n.patch("replace", "/instance_info", {{"image_source", "http://192.0.2.1/disk"}});
  n.run();
  BOOST_TEST(n.state() == "active");
  BOOST_TEST(in_use(n, "deploy") == "ramdisk");
}

BOOST_AUTO_TEST_CASE(an_instance_without_a_deploy_interface_is_rejected) {
  auto n = available_with({{"deploy_interface", "autodetect"}});
  const auto answer = n.order("active");
  BOOST_TEST_REQUIRE(answer.refused.has_value());
  BOOST_TEST(answer.refused->message ==
             "instance_info has no image for any of the deploy interfaces ramdisk, direct; set "
             "image_source, or boot_iso, or kernel and ramdisk.");
  BOOST_TEST(noted(n) == json{});
  BOOST_TEST(n.state() == "available");
}

BOOST_AUTO_TEST_CASE(instance_info_names_interfaces_for_its_instance) {
  auto n = available_with({{"instance_info", {{"boot_interface", "media"}}}});
  BOOST_TEST(in_use(n, "boot") == "fake");
  BOOST_TEST_REQUIRE(!n.order("active").refused);
  BOOST_TEST(n.request().machine.interfaces.at("boot") == "media");
  n.run();
  BOOST_TEST(n.state() == "active");
  BOOST_TEST(in_use(n, "boot") == "media");
  n.order("rescue", {{"hashed_rescue_password", "sesame"}});
  BOOST_TEST(n.request().machine.interfaces.at("boot") == "media");
  n.run();
  n.order("deleted");
  BOOST_TEST(n.request().machine.interfaces.at("boot") == "media");
  n.done();
  n.done();
  BOOST_TEST(n.state() == "cleaning");
  BOOST_TEST(noted(n) == json{});
  BOOST_TEST(n.request().machine.interfaces.at("boot") == "fake");
  BOOST_TEST(in_use(n, "boot") == "fake");
}

BOOST_AUTO_TEST_CASE(a_rebuild_chooses_again) {
  auto n = available_with(live_node("autodetect"));
  n.order("active");
  n.run();
  n.patch("add", "/instance_info/boot_interface", "media");
  BOOST_TEST(n.order("rebuild").refused.has_value());  // it boots no live instance
  BOOST_TEST(noted(n) == json({{"deploy", "ramdisk"}}));
  n.patch("remove", "/instance_info/boot_interface");
  BOOST_TEST(!n.order("rebuild").refused);
}

BOOST_AUTO_TEST_CASE(interfaces_of_other_drivers_are_rejected) {
  const std::vector<std::pair<json, std::string>> rows{
      {5, "Invalid value for 'instance_info/power_interface': 5; it must be a string."},
      {"ipmitool",
       "instance_info: Invalid value for 'power_interface': 'ipmitool' is not enabled for driver "
       "'fake-hardware'; allowed: fake."}};
  for (const auto& [value, text] : rows) {
    auto n = available_with({{"instance_info", {{"power_interface", value}}}});
    const auto answer = n.order("active");
    BOOST_TEST_REQUIRE(answer.refused.has_value());
    BOOST_TEST(answer.refused->message == text);
    BOOST_TEST(n.state() == "available");
  }
}

BOOST_AUTO_TEST_CASE(a_failed_adoption_leaves_no_interfaces) {
  node_fixture n{{{"instance_info", {{"boot_interface", "media"}}}}};
  n.order("manage");
  n.run();
  n.order("adopt");
  BOOST_TEST(in_use(n, "boot") == "media");
  n.answer(step_status::failed, "no such image");
  BOOST_TEST(n.state() == "adopt failed");
  n.order("manage");
  BOOST_TEST(n.state() == "manageable");
  BOOST_TEST(noted(n) == json{});
  BOOST_TEST(in_use(n, "boot") == "fake");
}

BOOST_AUTO_TEST_SUITE_END()
