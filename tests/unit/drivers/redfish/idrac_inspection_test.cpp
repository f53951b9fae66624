#include "tests/unit/drivers/redfish/idrac_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

BOOST_AUTO_TEST_SUITE(idrac_inspection)

BOOST_AUTO_TEST_CASE(an_inspection_finds_service_tag_switches_and_boot_card) {
  idrac_fixture x;
  const auto found = x.done("inspect", "inspect_hardware").observed.inventory;
  const auto& inventory = found["inventory"];
  BOOST_TEST(inventory["system_vendor"]["serial_number"] == "SKU-" + x.link.bmc.who().serial);
  BOOST_TEST(inventory["boot"]["pxe_interface"] == inventory["interfaces"][0]["mac_address"]);
  BOOST_TEST(
      found["plugin_data"]["parsed_lldp"] ==
      (json{{"NIC.1",
             {{"switch_chassis_id", "02:00:00:00:00:01"}, {"switch_port_id", "Ethernet1/1"}}}}));
}

BOOST_AUTO_TEST_CASE(data_that_an_idrac_does_not_show_is_as_with_others) {
  idrac_fixture x;
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (!holds(request.target, "DellSwitch") && !request.target.ends_with("/Bios")) return {};
    http_response out;
    out.status = 404;
    return out;
  };
  const auto found = x.done("inspect", "inspect_hardware").observed.inventory;
  BOOST_TEST(!found["inventory"]["boot"].contains("pxe_interface"));
  BOOST_TEST(found["plugin_data"]["parsed_lldp"].contains("2"));
}

BOOST_AUTO_TEST_CASE(ignores_unknown_cards_and_those_that_do_not_boot) {
  for (const json& settings :
       {json{{"PxeDev1EnDis", "Disabled"}, {"PxeDev1Interface", "NIC.1"}},
        json{{"PxeDev1EnDis", "Enabled"}, {"PxeDev1Interface", "NIC.9"}},
        json{{"PxeDev1EnDis", 1}, {"PxeDev1Interface", json::array()}}, json("odd")}) {
    idrac_fixture x;
    x.answer_instead("/Bios", 200, to_text(json{{"Attributes", settings}}));
    const auto found = x.done("inspect", "inspect_hardware").observed.inventory;
    BOOST_TEST(!found["inventory"]["boot"].contains("pxe_interface"));
  }
}

BOOST_AUTO_TEST_CASE(reads_linked_connections) {
  idrac_fixture x;
  const std::string one = "/redfish/v1/One";
  x.answer_instead("/DellSwitchConnections", 200,
                   to_text(json{{"Members", json::array({{{"@odata.id", one}}, 7, nullptr})}}));
  x.answer_instead(one, 200,
                   R"({"FQDD": "NIC.Slot.1-1-1", "SwitchConnectionID": "aa:bb",
                       "SwitchPortConnectionID": "e1"})");
  const auto found = x.done("inspect", "inspect_hardware").observed.inventory;
  BOOST_TEST(found["plugin_data"]["parsed_lldp"]["NIC.Slot.1-1-1"]["switch_port_id"] == "e1");
}

BOOST_AUTO_TEST_SUITE_END()
