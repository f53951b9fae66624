#include "messages/contract/boot_mode.hpp"

#include "messages/model/node.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

json capabilities_for(const std::optional<std::string>& mode, const json& capabilities) {
  node x;
  x.boot_mode = mode;
  if (!capabilities.is_null()) x.properties = json{{"capabilities", capabilities}};
  return properties_for_driver(x).value("capabilities", json{});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(boot_modes)

BOOST_AUTO_TEST_CASE(a_bios_machine_without_the_capability_is_deployed_by_bios) {
  BOOST_TEST(capabilities_for("bios", nullptr) == "boot_mode:bios");
  BOOST_TEST(capabilities_for("bios", "raid:1") == "raid:1,boot_mode:bios");
  BOOST_TEST(capabilities_for("bios", {{"raid", "1"}}) ==
             json({{"raid", "1"}, {"boot_mode", "bios"}}));
}

BOOST_AUTO_TEST_CASE(a_named_boot_mode_and_uefi_stay_as_they_are) {
  BOOST_TEST(capabilities_for("bios", "boot_mode:uefi,a:b") == "boot_mode:uefi,a:b");
  BOOST_TEST(capabilities_for("bios", {{"boot_mode", "uefi"}}) == json({{"boot_mode", "uefi"}}));
  BOOST_TEST(capabilities_for("bios", 7) == 7);
  BOOST_TEST(capabilities_for("uefi", nullptr).is_null());
  BOOST_TEST(capabilities_for({}, "a:b") == "a:b");
}

BOOST_AUTO_TEST_SUITE_END()
