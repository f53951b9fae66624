#include "actors/inspection/lldp/lldp.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::inspection;

namespace {

json described(const std::string& list) { return describe_lldp(read_tlvs(json::parse(list))); }

}  // namespace

BOOST_AUTO_TEST_CASE(an_announcement_is_described) {
  const auto said = described(R"([
      [1, "04112233aabbcc"], [2, "0545746831"], [3, "0078"], [4, "706f7274203100"],
      [5, "737730312e6578616d706c65"], [6, "4c696e65310a4c696e6532"], [7, "00140004"],
      [8, "0501c000020a0300000001"], [8, "110220010db8000000000000000000000001020000000000"],
      [127, "0080c2010066"], [127, "0080c20206006f"],
      [127, "0080c303"], [127, "0080c2030065067673323031 "],
      [127, "0080c20300650676737230316162"], [127, "0080c2040401020304"], [127, "0080c2060064"],
      [127, "00120f01036c11001e"], [127, "00120f030300000123"], [127, "00120f0405ee"], [0, ""],
      [5, "6c617465"]])");
  BOOST_TEST(said["switch_chassis_id"] == "11:22:33:aa:bb:cc");
  BOOST_TEST(said["switch_port_id"] == "Eth1");
  BOOST_TEST(said["switch_port_description"] == "port 1");
  BOOST_TEST(said["switch_system_name"] == "sw01.example");
  BOOST_TEST(said["switch_system_description"] == "Line1 Line2");
  BOOST_TEST(said["switch_capabilities_support"] == json::array({"Bridge", "Router"}));
  BOOST_TEST(said["switch_capabilities_enabled"] == json::array({"Bridge"}));
  BOOST_TEST(said["switch_mgmt_addresses"] == json::array({"192.0.2.10", "2001:db8::1"}));
  BOOST_TEST(said["switch_port_untagged_vlan_id"] == 0x66);
  BOOST_TEST(said["switch_port_protocol_vlan_support"] == true);
  BOOST_TEST(said["switch_port_protocol_vlan_enabled"] == true);
  BOOST_TEST(said["switch_port_protocol_vlan_ids"] == json::array({0x6f}));
  BOOST_TEST(said["switch_port_vlans"] == json::array({{{"id", 0x65}, {"name", "vsr01a"}}}));
  BOOST_TEST(said["switch_protocol_identities"] == json::array({"01020304"}));
  BOOST_TEST(said["switch_port_management_vlan_id"] == 100);
  BOOST_TEST(said["switch_port_autonegotiation_support"] == true);
  BOOST_TEST(said["switch_port_physical_capabilities"] ==
             json::array({"10BASE-T hdx", "10BASE-T fdx", "100BASE-TX hdx", "100BASE-TX fdx",
                          "Asym and Sym PAUSE fdx", "1000BASE-T fdx"}));
  BOOST_TEST(said["switch_port_mau_type"] == "1000BASE-T fdx");
  BOOST_TEST(said["switch_port_link_aggregation_enabled"] == true);
  BOOST_TEST(said["switch_port_link_aggregation_id"] == 0x123);
  BOOST_TEST(said["switch_port_mtu"] == 1518);
}

BOOST_AUTO_TEST_CASE(a_port_gets_its_link) {
  const auto link = [](const std::string& list) {
    return link_from_lldp(read_tlvs(json::parse(list)));
  };
  BOOST_TEST(link(R"([[1, "04112233aabbcc"], [2, "03aabbccddeeff"], [5, "7377"]])") ==
             json({{"switch_id", "11:22:33:aa:bb:cc"},
                   {"port_id", "aa:bb:cc:dd:ee:ff"},
                   {"switch_info", "sw"}}));
  BOOST_TEST(link(R"([[1, "077377"], [2, "0501"]])") == json({{"port_id", "?"}}));
  BOOST_TEST(link("[]") == json::object());
}

BOOST_AUTO_TEST_CASE(malformed_pieces_are_skipped) {
  for (const auto* list : {"null",
                           "5",
                           "{}",
                           R"([[1]])",
                           R"([["1", "04"]])",
                           R"([[1, 4]])",
                           R"([[-1, "04"]])",
                           R"([[128, "04"]])",
                           R"([[1, "0"]])",
                           R"([[1, "zz"]])",
                           R"([[1, ""]])",
                           R"([[1, "04"]])",
                           R"([[1, "0411223344"]])",
                           R"([[2, "03"]])",
                           R"([[7, "0014"]])",
                           R"([[8, "ff01c0"]])",
                           R"([[8, ""]])",
                           R"([[8, "0503c0000201"]])",
                           R"([[127, ""]])",
                           R"([[127, "0080"]])",
                           R"([[127, "0080c2"]])",
                           R"([[127, "0080c201"]])",
                           R"([[127, "0080c20100"]])",
                           R"([[127, "0080c2030065ff7673"]])",
                           R"([[127, "0080c20400"]])",
                           R"([[127, "00120f01036c"]])",
                           R"([[127, "00120f04"]])",
                           R"([[127, "ffffff01ffff"]])",
                           R"([[9, "00"]])"})
    BOOST_TEST(described(list) == json::object(), list);
}

BOOST_AUTO_TEST_CASE(texts_are_storable_and_lists_limited) {
  BOOST_TEST(described(R"([[5, "ff00c3a9"]])")["switch_system_name"] == "????");
  BOOST_TEST(described(R"([[5, "c3a9"]])")["switch_system_name"] == "\u00e9");
  json many = json::array();
  for (int i = 0; i < 1000; ++i) many.push_back({8, "0501c000020a"});
  BOOST_TEST(describe_lldp(read_tlvs(many))["switch_mgmt_addresses"].size() == 256U);
  BOOST_TEST(read_tlvs(json::array({{5, std::string(1024, 'a')}})).empty());
  json fleet = json::object();
  for (int i = 0; i < 100; ++i) fleet["eth" + std::to_string(i)] = json::array({{5, "7377"}});
  fleet["bad"] = 5;
  BOOST_TEST(describe_all_lldp(fleet).size() == 64U);
}
