#include "messages/model/driver_catalog.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

BOOST_AUTO_TEST_SUITE(old_drivers)

BOOST_AUTO_TEST_CASE(old_driver_names_map_to_hardware_types) {
  struct name_case {
    const char* name;
    const char* type;
  };
  for (const auto& x : {name_case{"fake_agent", "fake-hardware"},
                        {"pxe_ipmitool", "ipmi"},
                        {"pxe_ipmitool_socat", "ipmi"},
                        {"pxe_drac", "idrac"},
                        {"pxe_drac_inspector", "idrac"}}) {
    const auto* found = find_old_driver(x.name);
    BOOST_REQUIRE_MESSAGE(found != nullptr, x.name);
    BOOST_TEST(found->type == x.type);
    BOOST_TEST(found->deploy_interface == "direct");
    BOOST_TEST(is_old_driver(x.name));
  }
}

BOOST_AUTO_TEST_CASE(other_names_are_not_old_drivers) {
  for (const auto* name : {"", "idrac", "ipmi", "pxe_ilo", "PXE_DRAC", "fake_drac"})
    BOOST_TEST(find_old_driver(name) == nullptr, name);
  // its agents are accepted, its nodes cannot be enrolled
  BOOST_TEST(is_old_driver("agent_ssh"));
  BOOST_TEST(find_old_driver("agent_ssh") == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
