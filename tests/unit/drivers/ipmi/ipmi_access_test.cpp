#include "drivers/ipmi/ipmi_access.hpp"

#include "drivers/ipmi/ipmi_catalog.hpp"
#include "messages/model/snapshot.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

json with(std::string_view key, const json& value) {
  json out{{"ipmi_address", "192.0.2.1"}};
  out[std::string{key}] = value;
  return out;
}

std::string refusal_of(const json& driver_info) {
  const auto read = read_ipmi_access(driver_info);
  BOOST_REQUIRE_MESSAGE(!read, to_text(driver_info));
  BOOST_TEST(to_string(read.error().code) == "invalid");
  return read.error().message;
}

ipmi_access read(const json& driver_info) {
  auto out = read_ipmi_access(driver_info);
  BOOST_REQUIRE_MESSAGE(out, (out ? "" : out.error().message));
  return *out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(driver_info_of_ipmi)

BOOST_AUTO_TEST_CASE(an_address_is_enough) {
  const auto access = read({{"ipmi_address", "bmc-1.example.org"}});
  BOOST_TEST(access.place() == "bmc-1.example.org:623");
  BOOST_TEST(access.level == "ADMINISTRATOR");
  BOOST_TEST(access.version_2);
  BOOST_TEST(!access.suite);
  BOOST_TEST(read({{"ipmi_address", "2001:db8::1"}, {"ipmi_port", 1}}).place() ==
             "[2001:db8::1]:1");
}

BOOST_AUTO_TEST_CASE(accepts_numbers_and_words_in_many_formats) {
  for (const json& port : {json(6230), json("6230")})
    BOOST_TEST(read(with("ipmi_port", port)).port == 6230);
  for (const json& version : {json(1.5), json("1.5")})
    BOOST_TEST(!read(with("ipmi_protocol_version", version)).version_2);
  for (const json& version : {json(2.0), json("2.0"), json{}, json("")})
    BOOST_TEST(read(with("ipmi_protocol_version", version)).version_2);
  for (const json& password : {json(1234), json("1234")})
    BOOST_TEST(read(with("ipmi_password", password)).password == "1234");
  for (const json& yes : {json(true), json("True"), json("yes"), json(1)})
    BOOST_TEST(read(with("ipmi_force_boot_device", yes)).force_boot_device);
  BOOST_TEST(read(with("ipmi_disable_boot_timeout", false)).disable_boot_timeout.value() == false);
  BOOST_TEST(read(with("ipmi_cipher_suite", "17")).suite.value() == 17);
}

BOOST_AUTO_TEST_CASE(errors_name_the_value_and_the_allowed_ones) {
  BOOST_TEST(refusal_of(json::object()) == "driver_info lacks ipmi_address.");
  BOOST_TEST(refusal_of(json::array()) == "driver_info lacks ipmi_address.");
  BOOST_TEST(refusal_of(with("ipmi_port", 0)) ==
             "driver_info.ipmi_port is 0; allowed: a whole number from 1 to 65535.");
  for (const json& port : {json(65536), json("a"), json("1 "), json(true), json(1.5), json("-1")})
    BOOST_TEST(refusal_of(with("ipmi_port", port)).starts_with("driver_info.ipmi_port is "));
  BOOST_TEST(refusal_of(with("ipmi_priv_level", "ROOT")) ==
             "driver_info.ipmi_priv_level is \"ROOT\"; allowed: ADMINISTRATOR, OPERATOR, USER, "
             "CALLBACK.");
  BOOST_TEST(refusal_of(with("ipmi_protocol_version", "2.1")) ==
             "driver_info.ipmi_protocol_version is \"2.1\"; allowed: 2.0, 1.5.");
  BOOST_TEST(refusal_of(with("ipmi_terminal_port", 99999)).find("ipmi_terminal_port") !=
             std::string::npos);
  BOOST_TEST(refusal_of(with("ipmi_force_boot_device", "perhaps")).find("true, false") !=
             std::string::npos);
  auto old = with("ipmi_protocol_version", "1.5");
  old["ipmi_cipher_suite"] = 3;
  BOOST_TEST(
      refusal_of(old) ==
      "driver_info.ipmi_cipher_suite is 3; allowed: no value if ipmi_protocol_version is 1.5.");
  BOOST_TEST(!refusal_of(with("ipmi_cipher_suite", 0)).empty());  // it has no authentication
}

BOOST_AUTO_TEST_CASE(an_address_is_neither_an_option_nor_two_words) {
  for (const char* address :
       {"-v", "--help", "a b", "a;b", "$(id)", ".", "a\nb", "a/b", "1.2.3.4,b"})
    BOOST_TEST(
        refusal_of({{"ipmi_address", address}}).ends_with("allowed: an IP address or a host name."),
        address);
  BOOST_TEST(!refusal_of({{"ipmi_address", std::string(254, 'a')}}).empty());
}

BOOST_AUTO_TEST_CASE(does_not_show_secrets) {
  const auto long_password = std::string(21, 'p');
  BOOST_TEST(refusal_of(with("ipmi_password", long_password)) ==
             "driver_info.ipmi_password cannot be used; allowed: a text of up to 20 bytes.");
  for (const char* key : {"0", "0g", "xyz"})
    BOOST_TEST(refusal_of(with("ipmi_hex_kg_key", key)) ==
               "driver_info.ipmi_hex_kg_key cannot be used; allowed: an even number of up to 40 "
               "hexadecimal digits.");
  BOOST_TEST(!refusal_of(with("ipmi_password", "a\nb")).empty());
}

BOOST_AUTO_TEST_CASE(converts_a_hexadecimal_key_to_bytes) {
  BOOST_TEST(read(with("ipmi_hex_kg_key", "616263")).kg_key == "abc");
  BOOST_TEST(read(with("ipmi_hex_kg_key", "6A4b0000")).kg_key == "jK");
  BOOST_TEST(refusal_of(with("ipmi_hex_kg_key", "610062")).find("no byte 00 except at the end") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(bridging_needs_channels_and_addresses) {
  json info{{"ipmi_address", "192.0.2.1"}, {"ipmi_bridging", "single"}};
  BOOST_TEST(refusal_of(info) == "driver_info lacks ipmi_target_channel.");
  info["ipmi_target_channel"] = "0x07";
  BOOST_TEST(refusal_of(info) == "driver_info lacks ipmi_target_address.");
  info["ipmi_target_address"] = 114;
  info["ipmi_transit_channel"] = 6;  // for dual bridging only
  const std::vector<std::string> single{"-b", "0x07", "-t", "114"};
  BOOST_TEST(read(info).bridges == single, boost::test_tools::per_element());
  info["ipmi_bridging"] = "dual";
  BOOST_TEST(refusal_of(info) == "driver_info lacks ipmi_transit_address.");
  info["ipmi_transit_address"] = "0x82";
  info["ipmi_local_address"] = "0x20";
  const std::vector<std::string> dual{"-m",   "0x20", "-B",   "6",  "-T",
                                      "0x82", "-b",   "0x07", "-t", "114"};
  BOOST_TEST(read(info).bridges == dual, boost::test_tools::per_element());
  info["ipmi_local_address"] = "-f";
  BOOST_TEST(refusal_of(info).find("from 0x00 to 0xff") != std::string::npos);
  BOOST_TEST(!refusal_of(with("ipmi_bridging", "triple")).empty());
}

BOOST_AUTO_TEST_CASE(each_interface_checks_it) {
  node_snapshot without;
  node_snapshot good;
  good.attributes.driver_info = {{"ipmi_address", "192.0.2.1"}};
  for (const auto& implementation : ipmi_implementations({})) {
    BOOST_TEST(implementation.validate(without).has_value(), implementation.kind);
    BOOST_TEST(!implementation.validate(good).has_value(), implementation.kind);
  }
}

BOOST_AUTO_TEST_SUITE_END()
