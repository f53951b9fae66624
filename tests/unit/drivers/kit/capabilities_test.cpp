#include "drivers/kit/capabilities.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

std::string clash(const json& wanted, const json& has = nullptr) {
  const auto wrong = check_capabilities({{"capabilities", wanted}}, {{"capabilities", has}});
  return wrong ? wrong->message : std::string{};
}

bool clash_says(const std::string& sentence, std::string_view what) {
  return sentence.find(what) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(capability_rules)

BOOST_AUTO_TEST_CASE(reads_all_formats) {
  for (const json& form : {json("boot_mode:UEFI, secure_boot:true"),
                           json(R"({"boot_mode": "uefi", "secure_boot": true})"),
                           json({{"boot_mode", "uefi"}, {"secure_boot", "True"}})}) {
    const auto read = read_capabilities(form);
    BOOST_REQUIRE(read.has_value());
    BOOST_TEST(read->at("boot_mode") == "uefi");
    BOOST_TEST(read->at("secure_boot") == "true");
  }
  for (const json& form : {json("boot_mode"), json("{broken"), json(7), json::array({1}),
                           json({{"boot_mode", {{"deep", 1}}}})})
    BOOST_TEST(!read_capabilities(form).has_value());
}

BOOST_AUTO_TEST_CASE(an_instance_must_match_its_machine) {
  BOOST_TEST(clash("boot_mode:uefi", "boot_mode:uefi,other:x") == "");
  BOOST_TEST(clash("boot_mode:uefi", "nonsense") == "");
  const auto wrong = clash({{"boot_mode", "bios"}}, "boot_mode:uefi");
  BOOST_TEST(clash_says(wrong, "boot_mode 'bios'"));
  BOOST_TEST(clash_says(wrong, "'uefi'"));
  BOOST_TEST(clash_says(clash("disk_label:gpt", "disk_label:msdos"), "disk_label"));
}

BOOST_AUTO_TEST_CASE(rejects_impossible_combinations) {
  BOOST_TEST(clash_says(clash("boot_mode:floppy"), "allowed: bios, uefi"));
  BOOST_TEST(clash_says(clash("boot_option:magic"), "allowed: local, netboot"));
  BOOST_TEST(clash_says(clash("secure_boot:true", "boot_mode:bios"), "secure_boot"));
  BOOST_TEST(clash_says(clash("oops"), "cannot be read"));
}

BOOST_AUTO_TEST_CASE(the_boot_mode_is_the_instances_then_the_machines) {
  BOOST_TEST(deploy_boot_mode({{"capabilities", "boot_mode:bios"}},
                              {{"capabilities", "boot_mode:uefi"}}) == "bios");
  BOOST_TEST(deploy_boot_mode(json::object(), {{"capabilities", "boot_mode:bios"}}) == "bios");
  BOOST_TEST(deploy_boot_mode(json::object(), json::object()) == "uefi");
  BOOST_TEST(!named_boot_mode(json::object(), {{"capabilities", "boot_mode:floppy"}}));
}

BOOST_AUTO_TEST_CASE(a_boot_mode_other_than_the_machines_is_named_with_it) {
  const json uefi{{"capabilities", "boot_mode:uefi"}};
  const auto wrong = check_boot_mode(uefi, json::object(), "bios");
  BOOST_REQUIRE(wrong);
  BOOST_TEST((wrong->code == error_code::invalid));
  BOOST_TEST(clash_says(wrong->message, "instance_info.capabilities asks for boot_mode 'uefi'"));
  BOOST_TEST(clash_says(wrong->message, "boots in mode 'bios'"));
  BOOST_TEST(clash_says(check_boot_mode(json::object(), uefi, "bios")->message,
                        "properties.capabilities"));
  BOOST_TEST(!check_boot_mode(uefi, json::object(), "uefi"));
  BOOST_TEST(!check_boot_mode(uefi, json::object(), std::nullopt));
  BOOST_TEST(!check_boot_mode(json::object(), json::object(), "bios"));
}

BOOST_AUTO_TEST_SUITE_END()
