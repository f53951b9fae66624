#include "drivers/ramdisk/system/network_plan.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus::ramdisk;

namespace {

static_network network_of(const char* text) {
  return read_network_data(nlohmann::json::parse(text));
}

const std::map<std::string, std::string> two_cards{{"52:54:00:aa:00:01", "eth0"},
                                                   {"52:54:00:aa:00:02", "eth1"}};

std::string text_of(const network_order& order) {
  if (order.program.empty()) return order.text + " > " + order.file;
  std::string out;
  for (const auto& word : order.program) out += (out.empty() ? "" : " ") + word;
  return out;
}

std::vector<std::string> texts_of(const network_plan& plan) {
  std::vector<std::string> out;
  for (const auto& order : plan.orders) out.push_back(text_of(order));
  return out;
}

using texts = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(network_data_of_a_ramdisk)

BOOST_AUTO_TEST_CASE(gives_cards_their_addresses) {
  const auto out = network_of(R"({
    "links": [{"id": "l0", "type": "phy", "ethernet_mac_address": "52:54:00:AA:00:01", "mtu": 9000}],
    "networks": [{"link": "l0", "type": "ipv4", "ip_address": "192.0.2.7", "netmask": "255.255.255.0",
                  "routes": [{"network": "0.0.0.0", "netmask": "0.0.0.0", "gateway": "192.0.2.1"}]},
                 {"link": "l0", "ip_address": "2001:db8::7/64"},
                 {"link": "l9", "ip_address": "192.0.2.8", "netmask": "24"},
                 {"link": "l0", "ip_address": "; reboot", "netmask": "24"}],
    "services": [{"type": "dns", "address": "192.0.2.53"}, {"type": "dns", "address": "x y"}]})");
  BOOST_TEST(out.name_servers.size() == 1U);
  const auto plan = plan_network(out, two_cards);
  BOOST_TEST(plan.addresses == 2);
  BOOST_TEST(texts_of(plan) == (texts{"ip link set eth0 up", "ip link set eth0 mtu 9000",
                                      "ip address add 192.0.2.7/24 dev eth0",
                                      "ip route add default via 192.0.2.1 dev eth0",
                                      "ip address add 2001:db8::7/64 dev eth0"}),
             boost::test_tools::per_element());
  BOOST_TEST(plan.without_dhcp == texts{"eth0"}, boost::test_tools::per_element());
  BOOST_TEST(plan.modules.empty());
  BOOST_TEST(
      plan.problems == texts{"network_data: the address 192.0.2.8 is left out: its link 'l9' "
                             "is not here."},
      boost::test_tools::per_element());
  BOOST_TEST(network_of(R"({"networks": "odd"})").addresses.empty());
}

BOOST_AUTO_TEST_CASE(configures_a_vlan_on_a_bond) {
  const auto plan = plan_network(network_of(R"({
    "links": [
      {"id": "v", "type": "vlan", "vlan_link": "b", "vlan_id": 100, "vlan_mac_address": "52:54:00:aa:00:01"},
      {"id": "b", "type": "bond", "bond_links": ["l0", "l1"], "bond_mode": "802.3ad", "mtu": 9000,
       "bond_miimon": 50, "bond_xmit_hash_policy": "layer3+4", "ethernet_mac_address": "52:54:00:aa:00:01"},
      {"id": "l0", "type": "phy", "ethernet_mac_address": "52:54:00:aa:00:01"},
      {"id": "l1", "type": "phy", "ethernet_mac_address": "52:54:00:aa:00:02"}],
    "networks": [{"link": "v", "ip_address": "192.0.2.7/24", "gateway": "192.0.2.1"}]})"),
                                 two_cards);
  BOOST_TEST(texts_of(plan) ==
                 (texts{"ip link set eth0 up", "ip link set eth1 up",
                        "-bond0 > /sys/class/net/bonding_masters",
                        "+bond0 > /sys/class/net/bonding_masters",
                        "802.3ad > /sys/class/net/bond0/bonding/mode",
                        "50 > /sys/class/net/bond0/bonding/miimon",
                        "layer3+4 > /sys/class/net/bond0/bonding/xmit_hash_policy",
                        "ip link set eth0 down", "+eth0 > /sys/class/net/bond0/bonding/slaves",
                        "ip link set eth1 down", "+eth1 > /sys/class/net/bond0/bonding/slaves",
                        "ip link set bond0 address 52:54:00:aa:00:01", "ip link set bond0 up",
                        "ip link set bond0 mtu 9000",
                        "ip link add link bond0 name bond0.100 type vlan id 100",
                        "ip link set bond0.100 address 52:54:00:aa:00:01",
                        "ip link set bond0.100 up", "ip address add 192.0.2.7/24 dev bond0.100",
                        "ip route add default via 192.0.2.1 dev bond0.100"}),
             boost::test_tools::per_element());
  BOOST_TEST(plan.modules == (texts{"bonding", "8021q"}), boost::test_tools::per_element());
  // The bond itself may have DHCP; its members may not.
  BOOST_TEST(plan.without_dhcp == (texts{"eth0", "eth1", "bond0.100"}),
             boost::test_tools::per_element());
  BOOST_TEST(plan.problems.empty());
}

BOOST_AUTO_TEST_CASE(names_whatever_it_leaves_out) {
  const auto plan = plan_network(network_of(R"({
    "links": [
      {"id": "l0", "type": "phy", "ethernet_mac_address": "52:54:00:aa:00:01"},
      {"id": "gone", "type": "phy", "ethernet_mac_address": "52:54:00:aa:00:09"},
      {"id": "nameless", "type": "phy"},
      {"id": "b", "type": "bond", "bond_links": ["gone"]},
      {"id": "v1", "type": "vlan", "vlan_link": "b", "vlan_id": 5},
      {"id": "v2", "type": "vlan", "vlan_link": "l0", "vlan_id": 5000}],
    "networks": [{"link": "b", "ip_address": "192.0.2.7/24"}]})"),
                                 two_cards);
  BOOST_TEST(plan.problems ==
                 (texts{"network_data: the link 'gone' is left out: this machine has no network "
                        "card 52:54:00:aa:00:09.",
                        "network_data: the link 'nameless' is left out: it has no "
                        "ethernet_mac_address.",
                        "network_data: the link 'b' is left out: none of its bond_links is here.",
                        "network_data: the link 'v1' is left out: its vlan_link 'b' is not here.",
                        "network_data: the link 'v2' is left out: its vlan_id is not a number from "
                        "1 to 4094.",
                        "network_data: the address 192.0.2.7 is left out: its link 'b' is not "
                        "here."}),
             boost::test_tools::per_element());
  BOOST_TEST(texts_of(plan) == texts{"ip link set eth0 up"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(writes_no_odd_value_below_sys) {
  const auto plan = plan_network(network_of(R"({
    "links": [{"id": "l0", "type": "phy", "ethernet_mac_address": "52:54:00:aa:00:01"},
              {"id": "b", "type": "bond", "bond_links": ["l0"], "bond_mode": "../x y",
               "bond_lacp_rate": "a/b", "ethernet_mac_address": "52:54:00:aa:00:0g"}]})"),
                                 two_cards);
  BOOST_TEST(texts_of(plan) ==
                 (texts{"ip link set eth0 up", "-bond0 > /sys/class/net/bonding_masters",
                        "+bond0 > /sys/class/net/bonding_masters",
                        "active-backup > /sys/class/net/bond0/bonding/mode",
                        "100 > /sys/class/net/bond0/bonding/miimon", "ip link set eth0 down",
                        "+eth0 > /sys/class/net/bond0/bonding/slaves", "ip link set bond0 up"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(shortens_the_name_of_a_vlan) {
  const std::map<std::string, std::string> long_name{{"52:54:00:aa:00:01", "enp129s0f1np1"}};
  const auto plan = plan_network(network_of(R"({
    "links": [{"id": "l0", "type": "phy", "ethernet_mac_address": "52:54:00:aa:00:01"},
              {"id": "v", "type": "vlan", "vlan_link": "l0", "vlan_id": "1234"}]})"),
                                 long_name);
  BOOST_TEST(text_of(plan.orders.at(1)) ==
             "ip link add link enp129s0f1np1 name vlan0.1234 type vlan id 1234");
}

BOOST_AUTO_TEST_SUITE_END()
