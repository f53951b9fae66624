#include "gateways/http/ramdisk/port_owner.hpp"

#include "fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::test;
using http::choose_owner;

// Every machine of a kind has this address on the network between host and BMC.
constexpr const char* usb = "0a:00:00:00:00:01";
constexpr const char* card_a = "52:54:00:00:00:0a";
constexpr const char* card_b = "52:54:00:00:00:0b";
constexpr const char* card_c = "52:54:00:00:00:0c";

const std::string first = "33333333-aaaa-4aaa-8aaa-000000000001";
const std::string second = "33333333-aaaa-4aaa-8aaa-000000000002";

struct two_machines : gateway_fixture {
  two_machines() {
    put(first, {card_a, usb});
    put(second, {card_b, card_c});
    messages.answer = [](const envelope&, const command&) -> std::optional<reply> {
      return reply{{}, R"({"agent_token":"new-token"})"};
    };
  }

  void put(const std::string& uuid, const std::vector<std::string>& macs) {
    auto x = sample_node(uuid, "machine-" + uuid.substr(uuid.size() - 1));
    x.attributes.state = provision_state::inspect_wait;
    x.attributes.driver_internal_info.edit()["lookup_bmc_addresses"] = {"192.0.2." +
                                                                        uuid.substr(35)};
    for (const auto& mac : macs) {
      x.ports.push_back(port{});
      x.ports.back().uuid = "44444444-aaaa-4aaa-8aaa-0000000000" + mac.substr(15);
      x.ports.back().address = mac;
      x.ports.back().node_uuid = uuid;
    }
    records.put(x);
  }

  std::string found_by(const std::string& addresses) const {
    const auto got = ask("GET", "/v1/lookup?addresses=" + addresses);
    return got.status == 200 ? json::parse(got.body)["node"]["uuid"].get<std::string>()
                             : std::to_string(got.status);
  }

  std::string inspected_as(const std::vector<std::string>& macs,
                           const std::string& bmc = {}) const {
    json interfaces = json::array();
    for (const auto& mac : macs) interfaces.push_back({{"name", mac}, {"mac_address", mac}});
    json body{{"inventory", {{"interfaces", interfaces}}}};
    if (!bmc.empty()) body["inventory"]["bmc_address"] = bmc;
    const auto got = ask("POST", "/v1/continue_inspection", to_text(body), "1.1");
    return got.status == 202 ? json::parse(got.body)["uuid"].get<std::string>()
                             : std::to_string(got.status);
  }
};

BOOST_AUTO_TEST_SUITE(owners_of_addresses)

BOOST_AUTO_TEST_CASE(a_node_with_all_its_ports_wins_over_one_with_some) {
  const std::vector<http::address_owner> ports{{first, card_a}, {first, usb}, {second, card_b}};
  const auto got = choose_owner(ports, {card_b, usb});
  BOOST_TEST(got.node == second);
  BOOST_TEST(got.complete);
  const auto more = choose_owner(ports, {card_a, usb, card_b});
  BOOST_TEST(more.node == first);
  BOOST_TEST(choose_owner(ports, {usb}).node == first);
  BOOST_TEST(!choose_owner(ports, {usb}).complete);
}

BOOST_AUTO_TEST_CASE(equal_nodes_are_no_choice) {
  const std::vector<http::address_owner> ports{{first, card_a}, {second, card_b}};
  BOOST_TEST(choose_owner(ports, {card_a, card_b}).node.empty());
  BOOST_TEST(choose_owner({}, {card_a}).node.empty());
}

BOOST_FIXTURE_TEST_CASE(a_lookup_uses_the_addresses_that_are_not_shared, two_machines) {
  BOOST_TEST(found_by(std::string{card_b} + "," + card_c + "," + usb) == second);
  BOOST_TEST(found_by(std::string{usb} + "," + card_a) == first);
  BOOST_TEST(found_by(std::string{card_a} + "," + card_b) == "404");
}

BOOST_FIXTURE_TEST_CASE(addresses_that_all_machines_have_are_skipped, two_machines) {
  put("33333333-aaaa-4aaa-8aaa-000000000003", {"ff:ff:ff:ff:ff:ff", "00:00:00:00:00:00"});
  BOOST_TEST(found_by(std::string{"00:00:00:00:00:00,ff:ff:ff:ff:ff:ff,"} + card_b) == second);
  BOOST_TEST(found_by("00:00:00:00:00:00,ff:ff:ff:ff:ff:ff,01:00:5e:00:00:01") == "400");
  BOOST_TEST(inspected_as({"00:00:00:00:00:00", card_b}) == second);
  BOOST_TEST(inspected_as({"00:00:00:00:00:00", "ff:ff:ff:ff:ff:ff"}) == "400");
}

BOOST_FIXTURE_TEST_CASE(an_interface_without_a_usable_address_is_kept_and_skipped, two_machines) {
  const std::string infiniband = "80:00:02:08:fe:80:00:00:00:00:00:00:f4:52:14:03:00:7b:cb:a1";
  for (const auto& address : {json(nullptr), json(""), json(infiniband)}) {
    json body{{"inventory",
               {{"interfaces",
                 {{{"name", "eth0"}, {"mac_address", card_b}},
                  {{"name", "ib0"}, {"mac_address", address}},
                  {{"name", "ib1"}}}}}}};
    BOOST_TEST(ask("POST", "/v1/continue_inspection", to_text(body), "1.1").status == 202);
    const auto sent = decode_command(messages.commands().back()).value();
    BOOST_TEST(std::get<continue_inspection>(sent).inventory == body["inventory"]);
  }
}

BOOST_FIXTURE_TEST_CASE(a_shared_address_does_not_hide_the_bmc, two_machines) {
  BOOST_TEST(inspected_as({card_b, card_c, usb}) == second);
  BOOST_TEST(inspected_as({"52:54:00:00:00:99", usb}, "192.0.2.2") == second);
  BOOST_TEST(inspected_as({card_a, usb}, "192.0.2.2") == "404");  // Two certain signs differ.
  BOOST_TEST(inspected_as({card_a, card_b}) == "404");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
