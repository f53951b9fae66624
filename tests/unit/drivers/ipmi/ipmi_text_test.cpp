#include "drivers/ipmi/boot_selector.hpp"
#include "drivers/ipmi/ipmi_fault.hpp"
#include "drivers/ipmi/ipmi_management.hpp"
#include "drivers/ipmi/ipmi_power.hpp"
#include "drivers/ipmi/ipmipower_text.hpp"
#include "drivers/ipmi/sensor_text.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <random>

using namespace ironbus;

// Output of programs and BMCs. The texts were recorded from ipmitool 1.8.18 and 1.8.19 and FreeIPMI
// 1.6.10.

namespace {

const std::string in_passing =
    "Loading IANA PEN Registry...\n"
    "Running Get VSO Capabilities my_addr 0x20, transit 0, target 0x20\n"
    "Invalid completion code received: Invalid command\n"
    "Discovered IPMB address 0x0\n";
const std::string no_session = "Error: Unable to establish IPMI v2 / RMCP+ session\n";

ipmi_fault fault_in(const std::string& text) { return classify_ipmi_text(in_passing + text, {}); }

void is(ipmi_fault expected, const std::string& text) {
  BOOST_TEST(static_cast<int>(fault_in(text)) == static_cast<int>(expected), text);
}

/// Random bytes mixed with pieces of real texts.
std::string garbage(std::mt19937& chance) {
  const std::array<std::string, 8> pieces{"Boot Device Selector : ",
                                          "Sensor ID : x\n Sensor Reading : ",
                                          "Manufacturer Name : ",
                                          "\n\n",
                                          ":",
                                          "Chassis Power is on\n",
                                          " Sensor Type (Threshold) : a",
                                          "1.2.3.4: "};
  std::string out;
  for (auto i = chance() % 50; i > 0; --i)
    out += chance() % 2 == 0 ? pieces[chance() % pieces.size()]
                             : std::string(1, static_cast<char>(chance() % 256));
  return out;
}

constexpr const char* two_sensors =
    "Sensor ID              : CPU Temp (0x1)\n"
    " Entity ID             : 7.1 (System Board)\n"
    " Sensor Type (Threshold)  : Temperature (0x01)\n"
    " Sensor Reading        : 45 (+/- 0) degrees C\n"
    " Status                : ok\n"
    " << a remark : that is none >>\n"
    " Readable Thresholds   : lnr lcr lnc unc ucr unr \n"
    "\n"
    "Sensor ID              : PS1 (0x51)\n"
    " Sensor Type (Discrete): Power Supply (0x08)\n"
    " Sensor Reading        : 0h\n"
    "\n"
    "Sensor ID              : No reading (0x52)\n"
    " Sensor Type (Threshold)  : Fan (0x04)\n"
    "\n"
    "FRU Device Description : Builtin FRU Device (ID 0)\n"
    "\n";

}  // namespace

BOOST_AUTO_TEST_SUITE(texts_of_ipmi)

BOOST_AUTO_TEST_CASE(classifies_a_fault_despite_other_messages) {
  is(ipmi_fault::credentials, "> RAKP 2 HMAC is invalid\n" + no_session);
  is(ipmi_fault::credentials,
     "RAKP 2 message indicates an error : unauthorized name\n" + no_session);
  is(ipmi_fault::credentials, "> RAKP 4 message has invalid integrity check value\n" + no_session);
  is(ipmi_fault::credentials,
     "Activate Session command failed\nError: Unable to establish LAN session\n");
  is(ipmi_fault::privilege, "Set Session Privilege Level to ADMINISTRATOR failed\n" + no_session);
  is(ipmi_fault::privilege,
     "Get HPM.x Capabilities request failed, compcode = d4\n"
     "Set Chassis Power Control to Up/On failed: Insufficient privilege level\n");
  for (const char* what :
       {"no matching cipher suite", "invalid role", "invalid authentication algorithm"})
    is(ipmi_fault::cipher_suite,
       std::string{"Error in open session response message : "} + what + "\n\n" + no_session);
  is(ipmi_fault::cipher_suite, "Unsupported cipher suite ID : 99\n");
  is(ipmi_fault::busy,
     "Error in open session response message : insufficient resources for session\n\n" +
         no_session);
  is(ipmi_fault::busy, "Set Chassis Power Control to Up/On failed: Node busy\n");
  is(ipmi_fault::busy, "Get Chassis Power Status failed: BMC initialization in progress\n");
  is(ipmi_fault::unsupported,
     "Set Chassis Power Control to Diag failed: Invalid data field in request\n");
  is(ipmi_fault::address,
     "Address lookup for nohost.invalid failed\nCould not open socket!\n" + no_session);
  is(ipmi_fault::silent,
     "Get Auth Capabilities error\nError issuing Get Channel Authentication Capabilities "
     "request\n" +
         no_session);
  is(ipmi_fault::unknown,
     "Unable to send RAW command (channel=0x0 netfn=0x0 lun=0x0 cmd=0x8 rsp=0xff): Unspecified "
     "error\n");
  is(ipmi_fault::unknown, "");
  const std::array<std::string, 2> more{"", "flux capacitor"};
  BOOST_TEST((classify_ipmi_text("The flux capacitor is cold", more) == ipmi_fault::busy));
}

BOOST_AUTO_TEST_CASE(a_fault_defines_its_retries) {
  for (auto i = 0; i < static_cast<int>(ipmi_fault::count_); ++i) {
    const auto& row = info(static_cast<ipmi_fault>(i));
    BOOST_TEST(static_cast<int>(row.fault) == i);
    BOOST_TEST(!row.advice.empty());
  }
  BOOST_TEST(!info(ipmi_fault::credentials).repeated);
  BOOST_TEST(info(ipmi_fault::busy).repeated);
}

BOOST_AUTO_TEST_CASE(shows_the_relevant_lines_limited) {
  BOOST_TEST(words_of_ipmitool(in_passing + "Node busy\n\nNode busy\n" + no_session) ==
             "Node busy; Error: Unable to establish IPMI v2 / RMCP+ session");
  BOOST_TEST(words_of_ipmitool("a\x1b[31mb\xff") == "a?[31mb?");
  BOOST_TEST(words_of_ipmitool(std::string(100'000, 'x')).size() == 300U);
}

BOOST_AUTO_TEST_CASE(parses_the_power_state) {
  BOOST_TEST((read_power_text("Chassis Power is on\n") == power_state::on));
  BOOST_TEST((read_power_text("Chassis Power is off\n") == power_state::off));
  for (const char* text : {"", "on\n", "Chassis Power is on", "Chassis Power is unknown\n"})
    BOOST_TEST((read_power_text(text) == power_state::error), text);
}

BOOST_AUTO_TEST_CASE(a_boot_device_depends_on_the_boot_mode) {
  BOOST_TEST(boot_order("disk", true, false, "")->text() ==
             "chassis bootdev disk options=persistent");
  BOOST_TEST(boot_order("pxe", false, false, "")->text() == "chassis bootdev pxe");
  BOOST_TEST(boot_order("pxe", false, true, "")->text() ==
             "raw 0x00 0x08 0x05 0xa0 0x04 0x00 0x00 0x00");
  BOOST_TEST(boot_order("safe", true, true, "")->text() ==
             "raw 0x00 0x08 0x05 0xe0 0x0c 0x00 0x00 0x00");
  BOOST_TEST(!boot_order("floppy", true, true, "").has_value());
  BOOST_TEST(!boot_order("", true, true, "").has_value());
}

BOOST_AUTO_TEST_CASE(supermicro_uses_another_number_for_its_disk) {
  for (const char* vendor : {"supermicro", "Supermicro", "super micro computer inc."})
    BOOST_TEST(boot_order("disk", true, true, vendor)->words[5] == "0x24", vendor);
  BOOST_TEST(boot_order("pxe", true, true, "supermicro")->words[5] == "0x04");
  BOOST_TEST(boot_order("disk", true, true, "dell inc.")->words[5] == "0x08");
}

BOOST_AUTO_TEST_CASE(reads_the_boot_device_from_the_selector_line) {
  const auto read = [](const std::string& words, const std::string& further = "") {
    return read_boot_setting("Boot parameter version: 1\n Boot Flags :\n" + further +
                             "   - BIOS PC Compatible (legacy) boot \n"
                             "   - Boot Device Selector : " +
                             words + "\n   - BIOS verbosity : System Default\n");
  };
  BOOST_TEST(read("Force PXE").device.value() == "pxe");
  BOOST_TEST(read("Force Boot from default Hard-Drive").device.value() == "disk");
  BOOST_TEST(read("Force Boot from default Hard-Drive, request Safe-Mode").device.value() ==
             "safe");
  BOOST_TEST(read("Force Boot from primary remote media").device.value() == "disk");
  BOOST_TEST(read("Force Boot from CD/DVD").device.value() == "cdrom");
  BOOST_TEST(read("Force Boot into BIOS Setup").device.value() == "bios");
  BOOST_TEST(!read("No override").device);
  BOOST_TEST(!read("No override").persistent);
  BOOST_TEST(read("Force PXE", "   - Options apply to all future boots\n").persistent);
  BOOST_TEST(!read_boot_setting("").device);
}

BOOST_AUTO_TEST_CASE(lists_sensors_by_type_and_name) {
  const auto found = read_sensors(two_sensors);
  BOOST_TEST(found.size() == 2U);
  const auto& temperature = found.at("Temperature").at("CPU Temp (0x1)");
  BOOST_TEST(temperature.at("Sensor Reading") == "45 (+/- 0) degrees C");
  BOOST_TEST(temperature.at("Entity ID") == "7.1 (System Board)");
  BOOST_TEST(temperature.at("Readable Thresholds") == "lnr lcr lnc unc ucr unr");
  BOOST_TEST(temperature.size() == 6U);
  BOOST_TEST(found.at("Power").at("PS1 (0x51)").at("Sensor Reading") == "0h");
  BOOST_TEST(read_sensors("") == json::object());
}

BOOST_AUTO_TEST_CASE(the_vendor_is_the_manufacturer_name) {
  BOOST_TEST(read_vendor("Manufacturer ID           : 674\n"
                         "Manufacturer Name         : Dell Inc.\nProduct ID : 256 (0x0100)\n") ==
             "dell inc.");
  for (const char* text :
       {"", "Manufacturer Name", "Manufacturer Name\n : x", "Manufacturer Name : \xff\n"})
    BOOST_TEST(read_vendor(text) == "", text);
}

BOOST_AUTO_TEST_CASE(ipmipower_prints_one_line_for_each_host) {
  const auto found =
      read_ipmipower("192.0.2.1: on\n192.0.2.2: connection timeout\r\nnonsense\n: x\n");
  BOOST_TEST(found.size() == 2U);
  BOOST_TEST((meaning_of(found.at("192.0.2.1")).state == power_state::on));
  BOOST_TEST(meaning_of("connection timeout").silent);
  BOOST_TEST(!meaning_of("password invalid").why.empty());
  BOOST_TEST(!meaning_of("password invalid").silent);
  // Another program may succeed.
  for (const char* answer : {"BMC error", "cipher suite id unavailable", "",
                             "privilege level cannot be obtained for this user"})
    BOOST_TEST((!meaning_of(answer).state && meaning_of(answer).why.empty()), answer);
}

BOOST_AUTO_TEST_CASE(accepts_garbage) {
  std::mt19937 chance{7};
  for (int i = 0; i < 2000; ++i) {
    const auto text = garbage(chance);
    BOOST_TEST(parse_json(to_text(read_sensors(text))).has_value());
    read_boot_setting(text);
    read_vendor(text);
    read_power_text(text);
    for (const auto& [host, answer] : read_ipmipower(text)) BOOST_TEST(!host.empty());
    classify_ipmi_text(text, {});
    BOOST_TEST(words_of_ipmitool(text).size() <= 300U);
  }
}

BOOST_AUTO_TEST_SUITE_END()
