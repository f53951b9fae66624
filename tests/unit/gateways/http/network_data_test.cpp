#include "gateways/http/services/network_data.hpp"

#include "fixture.hpp"
#include "messages/base/uuid.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>

namespace {

using namespace ironbus;
using namespace ironbus::http;

struct schema_file {
  explicit schema_file(const std::string& text) { std::ofstream{path} << text; }
  ~schema_file() { std::filesystem::remove(path); }
  schema_file(const schema_file&) = delete;
  schema_file& operator=(const schema_file&) = delete;

  const std::string path = std::filesystem::temp_directory_path() / ("ironbus-" + random_uuid());
};

/// A document with one link, one network and one service.
json network_data(json link, json network, json service) {
  return {{"links", {std::move(link)}},
          {"networks", {std::move(network)}},
          {"services", {std::move(service)}}};
}

json a_link() {
  return {{"id", "eth0"}, {"type", "phy"}, {"ethernet_mac_address", "52:54:00:AB:cd:01"}};
}

json a_network() {
  return {{"id", "net0"},
          {"link", "eth0"},
          {"network_id", "blue"},
          {"type", "ipv4"},
          {"ip_address", "192.0.2.7"},
          {"netmask", "255.255.255.0"}};
}

json a_service() { return {{"type", "dns"}, {"address", "2001:db8::53"}}; }

json changed(json x, const char* key, json value) {
  x[key] = std::move(value);
  return x;
}

json without(json x, const char* key) {
  x.erase(key);
  return x;
}

std::string why(const network_data_schema& checked_schema, const json& data) {
  const auto out = checked_schema.check(data);
  return out ? "" : out.error().message;
}

BOOST_AUTO_TEST_SUITE(network_data_of_nodes)

BOOST_AUTO_TEST_CASE(usual_network_data_is_valid) {
  const network_data_schema own;
  const json bond{{"id", "bond0"},
                  {"type", "bond"},
                  {"ethernet_mac_address", "52:54:00:00:00:02"},
                  {"bond_mode", "802.3ad"},
                  {"bond_links", {"eth0", "eth1"}},
                  {"mtu", nullptr}};
  const json vlan{
      {"id", "vlan7"},       {"type", "vlan"}, {"vlan_mac_address", "52:54:00:00:00:03"},
      {"vlan_link", "eth0"}, {"vlan_id", 7},   {"mtu", 1500}};
  for (const auto& link : {a_link(), bond, vlan})
    BOOST_TEST(why(own, network_data(link, a_network(), a_service())) == "");
  for (const auto* address : {"2001:db8::1", "2001:db8::1/64", "::", "1:2:3:4:5:6:7:8", "1::8",
                              "fe80::1%eth0", "::ffff:192.0.2.1"}) {
    const auto network =
        without(changed(changed(a_network(), "type", "ipv6"), "ip_address", address), "netmask");
    BOOST_TEST(why(own, network_data(a_link(), network, a_service())) == "", address);
  }
  BOOST_TEST(why(own, json::object()) == "");
  BOOST_TEST(why(own, {{"links", json::array()},
                       {"networks", json::array()},
                       {"services", json::array()}}) == "");
}

BOOST_AUTO_TEST_CASE(errors_name_the_path) {
  const network_data_schema own;
  const std::vector<std::pair<json, std::string>> wrong{
      {{{"foo", "bar"}}, "Missing required property 'links'"},
      {network_data(changed(a_link(), "ethernet_mac_address", "52:54"), a_network(), a_service()),
       "links/0/ethernet_mac_address: "},
      {network_data(changed(a_link(), "type", "token ring"), a_network(), a_service()),
       "links/0/type: "},
      {network_data(changed(a_link(), "mtu", 0), a_network(), a_service()), "links/0/mtu: "},
      {network_data(a_link(), changed(a_network(), "ip_address", "192.0.2.256"), a_service()),
       "networks/0/ip_address: "},
      {network_data(a_link(), changed(a_network(), "netmask", "255.0.255.0"), a_service()),
       "networks/0/netmask: "},
      {network_data(a_link(), without(a_network(), "link"), a_service()), "property 'link'"},
      {network_data(a_link(), a_network(), changed(a_service(), "type", "ntp")), "services/0"},
      {changed(network_data(a_link(), a_network(), a_service()), "links", 7), "links: "},
      {changed(json::object(), "links", std::string(100'000, 'a')), "longer than"},
      {changed(json::object(), std::string(100'000, 'a').c_str(), 1), "longer than"},
  };
  for (const auto& [data, text] : wrong) {
    const auto said = why(own, data);
    BOOST_TEST(said.starts_with("Invalid network_data:"), said);
    BOOST_TEST(said.find(text) != std::string::npos, said);
    BOOST_TEST(said.size() < 600U);
  }
}

BOOST_AUTO_TEST_CASE(a_custom_schema_replaces_the_default) {
  const schema_file file{R"({"type": "object", "required": ["mac"], "additionalProperties": false,
      "properties": {"mac": {"type": "string", "pattern": "(?i)^[0-9A-F]{2}[a-b_]X\\w$"}}})"};
  const auto own = network_data_schema::read(file.path).value();
  for (const auto* good : {"0FaxY", "0fBXy", "aA_x1"}) BOOST_TEST(why(own, {{"mac", good}}) == "");
  for (const auto* bad : {"0Gaxy", "0Fcxy", "0Fay1", "0Fax"})
    BOOST_TEST(why(own, {{"mac", bad}}) != "", bad);
  BOOST_TEST(why(own, {{"mac", "0FaxY"}, {"foo", 1}}) != "");
}

BOOST_AUTO_TEST_CASE(an_invalid_schema_file_is_rejected) {
  const schema_file broken{"{"};
  const schema_file list{"[]"};
  const schema_file pattern{R"({"properties": {"a": {"pattern": "("}}})"};
  const schema_file elsewhere{R"({"properties": {"a": {"$ref": "#/definitions/none"}}})"};
  const schema_file empty{""};
  for (const auto& path :
       {broken.path, list.path, pattern.path, elsewhere.path, empty.path, std::string{"/none"}}) {
    const auto read = network_data_schema::read(path);
    BOOST_REQUIRE_MESSAGE(!read, path);
    BOOST_TEST(read.error().message.starts_with("'" + path + "' "), read.error().message);
  }
}

BOOST_FIXTURE_TEST_CASE(network_data_of_nodes_is_checked, test::gateway_fixture) {
  messages.answer = [](const envelope& x, const command&) {
    return reply{std::nullopt, encode_snapshot(test::sample_node(x.subject, "web-3"))};
  };
  const auto create = [&](const json& data) {
    const json body{{"driver", "fake-hardware"}, {"network_data", data}};
    return ask("POST", "/v1/nodes", body.dump()).status;
  };
  const auto patch = [&](const char* op, const json& data) {
    const json body{{{"op", op}, {"path", "/network_data"}, {"value", data}}};
    return ask("PATCH", "/v1/nodes/" + test::node_1, body.dump()).status;
  };
  const auto good = network_data(a_link(), a_network(), a_service());
  BOOST_TEST(create({{"foo", "bar"}}) == 400);
  BOOST_TEST(patch("add", {{"foo", "bar"}}) == 400);
  BOOST_TEST(patch("replace", {{"foo", "bar"}}) == 400);
  BOOST_TEST(messages.commands().empty());
  BOOST_TEST(create(good) == 201);
  BOOST_TEST(create(json::object()) == 201);
  BOOST_TEST(patch("replace", good) == 200);
  BOOST_TEST(patch("remove", nullptr) == 200);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
