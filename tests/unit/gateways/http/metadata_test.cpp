#include "gateways/http/metadata/metadata_document.hpp"
#include "gateways/http/metadata/neighbours.hpp"
#include "gateways/http/metadata/network_config.hpp"

#include <boost/test/unit_test.hpp>

// The metadata of instances: the documents, and how the sender is identified.

using namespace ironbus;
using namespace ironbus::http;

namespace {

using paths = std::vector<std::vector<std::string>>;

const json deployed = {{"uuid", "1be26c0b-03f2-4d2e-ae87-c02d7f33c781"},
                       {"name", "web-1"},
                       {"provision_state", "active"},
                       {"instance_info",
                        {{"configdrive",
                          {{"meta_data", {{"public_keys", {{"admin", "ssh-rsa AAAA admin\n"}}}}},
                           {"user_data", "#!/bin/sh"},
                           {"vendor_data", {{"cloud-init", "#cloud-config"}}}}}}}};

json without_drive(json drive = nullptr) {
  auto out = deployed;
  out["instance_info"] = json::object();
  if (!drive.is_null()) out["instance_info"]["configdrive"] = std::move(drive);
  return out;
}

std::string told(const json& attributes, const std::vector<std::string>& path) {
  const auto found = find_metadata(read_instance_data(attributes), path);
  return found ? found->text : "nothing";
}

json network(const json& link = nullptr, const json& row = nullptr) {
  json out_link = {{"id", "nic"}, {"type", "phy"}, {"ethernet_mac_address", "52:54:00:AA:00:01"}};
  if (link.is_object()) out_link.update(link);
  json out_row = {{"link", "nic"}, {"type", "ipv4_dhcp"}};
  if (row.is_object()) out_row.update(row);
  return {{"links", {out_link}}, {"networks", {out_row}}};
}

json first_link(const json& network_data) {
  return network_config_of(network_data).at("ethernets").at("nic");
}

ip_address ip(std::string_view text) { return parse_ip(text).value(); }

}  // namespace

BOOST_AUTO_TEST_SUITE(metadata)

BOOST_AUTO_TEST_CASE(all_forms_have_the_same_data) {
  const auto uuid = deployed["uuid"].get<std::string>();
  BOOST_TEST(told(deployed, {"latest", "meta-data", "instance-id"}) == uuid);
  BOOST_TEST(told(deployed, {"latest", "meta-data", "local-hostname"}) == "web-1");
  BOOST_TEST(told(deployed, {"latest", "meta-data", "public-keys", "0", "openssh-key"}) ==
             "ssh-rsa AAAA admin");
  const auto nocloud = json::parse(told(deployed, {"nocloud", "meta-data"}));
  BOOST_TEST(nocloud["instance-id"] == uuid);
  BOOST_TEST(nocloud["public-keys"] == json::array({"ssh-rsa AAAA admin"}));
  const auto openstack = json::parse(told(deployed, {"openstack", "latest", "meta_data.json"}));
  BOOST_TEST(openstack["uuid"] == uuid);
  const paths user_data{
      {"latest", "user-data"}, {"nocloud", "user-data"}, {"openstack", "2012-08-10", "user_data"}};
  for (const auto& path : user_data) BOOST_TEST(told(deployed, path) == "#!/bin/sh");
  BOOST_TEST(told(deployed, {"nocloud", "vendor-data"}) == "#cloud-config");
}

BOOST_AUTO_TEST_CASE(missing_documents_are_not_found) {
  const paths absent{{"nothing"},
                     {"latest", "nothing"},
                     {"openstack", "nothing"},
                     {"latest", "meta-data", "public-keys", "1"},
                     {"latest", "meta-data", "public-keys", "x"},
                     {"latest", "meta-data", "public-keys", "0", "openssh-key", "more"},
                     {"latest", "meta-data", "instance-id", "more"},
                     {"nocloud", "network-config"},
                     {"nocloud", "user-data", "more"},
                     {"openstack", "latest", "network_data.json"},
                     {"2009-04-0x"}};
  for (const auto& path : absent) BOOST_TEST(told(deployed, path) == "nothing", path.back());
}

BOOST_AUTO_TEST_CASE(a_config_drive_image_is_not_read) {
  for (const auto& attributes :
       {without_drive(), without_drive("H4sIAAAA"), without_drive("http://192.0.2.80/drive"),
        without_drive(json{{"meta_data", 1}})}) {
    BOOST_TEST(told(attributes, {"latest", "meta-data", "local-hostname"}) == "web-1");
    BOOST_TEST(told(attributes, {"latest", "user-data"}) == "nothing");
    BOOST_TEST(told(attributes, {"latest", "meta-data", "public-keys"}) == "nothing");
  }
  BOOST_TEST(told(without_drive({{"user_data", {{"runcmd", {"true"}}}}}),
                  {"latest", "user-data"}) == R"({"runcmd":["true"]})");
}

BOOST_AUTO_TEST_CASE(only_instances_get_metadata) {
  for (const auto* state : {"active", "deploying", "wait call-back"}) {
    BOOST_TEST(has_instance({{"provision_state", state}}), state);
  }
  for (const auto* state : {"available", "deleting", "cleaning", "manageable", "deploy failed"}) {
    BOOST_TEST(!has_instance({{"provision_state", state}}), state);
  }
}

BOOST_AUTO_TEST_CASE(network_data_is_converted_for_cloud_init) {
  BOOST_TEST(first_link(network())["dhcp4"] == true);
  BOOST_TEST(first_link(network())["match"]["macaddress"] == "52:54:00:aa:00:01");
  BOOST_TEST(first_link(network(nullptr, {{"type", "ipv6_slaac"}}))["dhcp6"] == true);
  const auto fixed = first_link(network(nullptr, {{"type", "ipv4"},
                                                  {"ip_address", "192.0.2.5"},
                                                  {"netmask", "255.255.255.192"},
                                                  {"gateway", "192.0.2.1"}}));
  BOOST_TEST(fixed["addresses"] == json::array({"192.0.2.5/26"}));
  BOOST_TEST(fixed["routes"] == json::parse(R"([{"to": "0.0.0.0/0", "via": "192.0.2.1"}])"));
  const auto v6 = first_link(
      network(nullptr, {{"type", "ipv6"}, {"ip_address", "2001:db8::5"}, {"netmask", "64"}}));
  BOOST_TEST(v6["addresses"] == json::array({"2001:db8::5/64"}));
}

BOOST_AUTO_TEST_CASE(unsupported_network_data_is_omitted) {
  BOOST_TEST(network_config_of(nullptr).is_null());
  BOOST_TEST(network_config_of({{"links", 1}}).is_null());
  BOOST_TEST(network_config_of(network({{"type", "bond"}})).is_null());
  BOOST_TEST(network_config_of(network({{"ethernet_mac_address", 1}})).is_null());
}

BOOST_AUTO_TEST_CASE(leases_identify_the_sender) {
  const auto text =
      "1700000000 52:54:00:AA:00:01 192.0.2.5 web-1 *\n"
      "0 52:54:00:aa:00:02 192.0.2.6 * *\r\n"
      "1500000000 52:54:00:aa:00:03 192.0.2.7 * *\n"
      "duid 00:01\nx\n1700000000 52:54:00:aa:00:04 2001:db8::5 * *\n";
  const timestamp now{std::chrono::seconds{1'600'000'000}};
  BOOST_TEST(mac_in_leases(text, ip("192.0.2.5"), now) == "52:54:00:aa:00:01");
  BOOST_TEST(mac_in_leases(text, ip("192.0.2.6"), now) == "52:54:00:aa:00:02");
  BOOST_TEST(mac_in_leases(text, ip("192.0.2.7"), now) == "");
  BOOST_TEST(mac_in_leases(text, ip("192.0.2.8"), now) == "");
  BOOST_TEST(mac_in_leases(text, ip("2001:db8::5"), now) == "52:54:00:aa:00:04");
}

BOOST_AUTO_TEST_CASE(the_arp_table_identifies_the_sender) {
  const auto text =
      "IP address       HW type     Flags       HW address            Mask     Device\n"
      "192.0.2.5        0x1         0x2         52:54:00:aa:00:01     *        br0\n"
      "192.0.2.6        0x1         0x0         00:00:00:00:00:00     *        br0\n";
  BOOST_TEST(mac_in_arp(text, ip("192.0.2.5")) == "52:54:00:aa:00:01");
  BOOST_TEST(mac_in_arp(text, ip("192.0.2.6")) == "");
  BOOST_TEST(mac_in_arp("", ip("192.0.2.6")) == "");
}

BOOST_AUTO_TEST_SUITE_END()
