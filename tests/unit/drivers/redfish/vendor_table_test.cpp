#include "drivers/redfish/vendor_table.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

std::vector<vendor_row> vendor_rows_of(std::vector<vendor_row_text> texts) {
  const auto out = read_vendor_rows(texts);
  BOOST_REQUIRE_MESSAGE(out.has_value(), (out ? "" : out.error().message));
  return *out;
}

std::string row_refusal(vendor_row_text row) {
  const auto out = read_vendor_rows(std::vector{std::move(row)});
  BOOST_REQUIRE(!out.has_value());
  BOOST_TEST((out.error().code == error_code::invalid));
  return out.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(vendors)

BOOST_AUTO_TEST_CASE(a_range_contains_versions_with_its_prefix) {
  struct range_case {
    const char* range;
    const char* version;
    bool held;
  };
  for (const auto& x : {range_case{"7", "7.10.50.00", true},
                        range_case{"7", "70.1", false},
                        range_case{"7", "6.99", false},
                        range_case{"7.10", "7.10.50.00", true},
                        range_case{"7.10", "7.1.50.00", false},
                        range_case{"6-7", "6.10.30.00", true},
                        range_case{"6-7", "7.99", true},
                        range_case{"6-7", "5.10", false},
                        range_case{"6-7", "8.0", false},
                        range_case{"6-", "10.1", true},
                        range_case{"-5.10", "5.10.99", true},
                        range_case{"-5.10", "5.11", false},
                        range_case{"2.78-", "iLO 5 v2.78", true},
                        range_case{"3-", "iLO 5 v2.78", false},
                        range_case{"300-", "ESX312M", true},
                        range_case{"1.3", "01.03.10", true},
                        range_case{"7.0", "7", true},
                        range_case{"1-", "", false},
                        range_case{"1-", "unknown", false},
                        range_case{"1-", "99999999999999999999.1", false}})
    BOOST_TEST(firmware_range::parse(x.range).value().holds(x.version) == x.held,
               x.range << " " << x.version);
  BOOST_TEST(firmware_range{}.holds(""));
}

BOOST_AUTO_TEST_CASE(rejects_invalid_ranges) {
  for (const auto* text :
       {"", "-", "x", "7.x", "7.", ".7", "6--7", "6-7-8", "v7", "1.1.1.1.1.1.1.1.1", "99999999999"})
    BOOST_TEST(!firmware_range::parse(text).has_value(), text);
}

BOOST_AUTO_TEST_CASE(the_firmware_decides_if_the_table_says_so) {
  const redfish_manufacturer dell{"Dell Inc.", "R650"};
  BOOST_TEST(firmware_decides(dell));
  BOOST_TEST(!firmware_decides({"HPE", "DL360"}));
  BOOST_TEST(!firmware_decides({}));
  const auto interface_with = [&](const char* firmware) {
    return quirks_of({"Dell", "R650", firmware}).media_boot_interface;
  };
  for (const auto* firmware : {"6.00.30.00", "7.10.50.00"})
    BOOST_TEST(interface_with(firmware) == "");
  for (const auto* firmware : {"5.10.00.00", "4.40", "1.20.25.00", ""})
    BOOST_TEST(interface_with(firmware) == "idrac-redfish-virtual-media");
}

BOOST_AUTO_TEST_CASE(rows_of_the_installation_come_first) {
  const auto own = vendor_rows_of({{{"vendor", "Acme"}, {"firmware", "2-"}, {"boot_whole", "true"}},
                                   {{"vendor", "dell"}, {"model", "R650"}},
                                   {{"vendor", "acme"}, {"optical_drive", "UsbCd"}}});
  BOOST_TEST(quirks_of({"ACME Corp.", "X", "2.1"}, own).boot_whole);
  BOOST_TEST(!quirks_of({"ACME Corp.", "X", "1.9"}, own).boot_whole);
  BOOST_TEST(quirks_of({"ACME Corp.", "X", "1.9"}, own).optical_drive == "UsbCd");
  BOOST_TEST(firmware_decides({"Acme", ""}, own));
  BOOST_TEST(!firmware_decides({"Dell", "PowerEdge R650"}, own));
  BOOST_TEST(quirks_of({"Dell", "PowerEdge R650", "5.10"}, own).media_boot_interface == "");
  BOOST_TEST(quirks_of({"Supermicro", "SYS"}, own).optical_drive == "UsbCd");
}

BOOST_AUTO_TEST_CASE(names_an_invalid_row_and_the_allowed_values) {
  BOOST_TEST(row_refusal({{"model", "x"}}) ==
             "redfish.vendor_rows[0]: lacks the key vendor; allowed: a text of 1 to 100 bytes.");
  BOOST_TEST(row_refusal({{"vendor", "x"}, {"firmware", "new"}}) ==
             "redfish.vendor_rows[0].firmware: 'new' is not allowed; allowed: versions such as 7, "
             "7.10, 6-7, 6- or -5.10.");
  BOOST_TEST(row_refusal({{"vendor", "x"}, {"boot_whole", "yes"}}) ==
             "redfish.vendor_rows[0].boot_whole: 'yes' is not allowed; allowed: true or false.");
  BOOST_TEST(row_refusal({{"vendor", "x"}, {"speed", "1"}}) ==
             "redfish.vendor_rows[0]: unknown key 'speed'; allowed: vendor, model, firmware, "
             "boot_whole, optical_drive, media_boot_interface.");
  for (const auto* key : {"vendor", "model", "optical_drive", "media_boot_interface"})
    for (const auto& odd : {std::string{}, std::string(101, 'x')}) {
      vendor_row_text row{{"vendor", "x"}};
      row[key] = odd;
      BOOST_TEST(row_refusal(row).starts_with("redfish.vendor_rows[0]." + std::string{key}));
    }
  BOOST_TEST(!read_vendor_rows(std::vector<vendor_row_text>(101, {{"vendor", "x"}})).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
