#include "drivers/redfish/redfish_boot.hpp"

#include "drivers/redfish/vendor_table.hpp"
#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;
using simulator::fault_kind;

namespace {

json shown(redfish_fixture& x) { return x.answer("get_boot_device"); }

step_outcome set_device(redfish_fixture& x, const std::string& device, bool persistent = false) {
  return x.done("management", "set_boot_device", {{"device", device}, {"persistent", persistent}});
}

/// The bodies of the accepted changes.
std::vector<json> changes(const redfish_fixture& x) {
  std::vector<json> out;
  for (const auto& one : x.link.requests)
    if (one.method == http_method::patch) out.push_back(json::parse(one.body)["Boot"]);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(redfish_boot)

BOOST_AUTO_TEST_CASE(reads_a_device_after_setting_it_with_all_vendors) {
  for (const auto& profile : all_profiles())
    for (const auto& device : redfish_boot_devices())
      for (const bool persistent : {false, true})
        BOOST_TEST_CONTEXT(profile << " " << device << " " << persistent) {
          redfish_fixture x{profile};
          set_device(x, device, persistent);
          BOOST_TEST(shown(x) == (json{{"boot_device", device}, {"persistent", persistent}}));
        }
}

BOOST_AUTO_TEST_CASE(boots_from_a_one_time_device_once_then_from_disk) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      redfish_fixture x{profile};
      set_device(x, "pxe");
      x.power("power on");
      x.settle();
      BOOST_TEST(x.link.bmc.state()["booted"]["device"] == "Pxe");
      x.power("rebooting");
      x.settle();
      BOOST_TEST(x.link.bmc.state()["booted"]["device"] == "Hdd");
    }
}

BOOST_AUTO_TEST_CASE(boots_from_a_persistent_device_each_time_and_from_another_once) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      redfish_fixture x{profile};
      set_device(x, "pxe", true);
      const auto booted = [&x](const std::string& target) {
        x.power(target);
        x.settle();
        return x.link.bmc.state()["booted"]["device"].get<std::string>();
      };
      BOOST_TEST(booted("power on") == "Pxe");
      BOOST_TEST(booted("rebooting") == "Pxe");
      // Skips machines whose BMC cannot store a persistent device.
      if (x.link.bmc.kind().continuous) continue;
      set_device(x, "bios");
      BOOST_TEST(booted("rebooting") == "BiosSetup");
      BOOST_TEST(booted("rebooting") == "Pxe");
    }
}

BOOST_AUTO_TEST_CASE(sends_unchanged_values_only_to_bmcs_that_need_them) {
  redfish_fixture dell;
  set_device(dell, "pxe");
  set_device(dell, "disk");
  BOOST_TEST(changes(dell).at(0) ==
             (json{{"BootSourceOverrideTarget", "Pxe"}, {"BootSourceOverrideEnabled", "Once"}}));
  BOOST_TEST(changes(dell).at(1) == (json{{"BootSourceOverrideTarget", "Hdd"}}));

  redfish_fixture ami{"ami"};
  set_device(ami, "disk");
  for (const auto& one : changes(ami))
    BOOST_TEST(one == (json{{"BootSourceOverrideTarget", "Hdd"},
                            {"BootSourceOverrideEnabled", "Once"},
                            {"BootSourceOverrideMode", "UEFI"}}));

  redfish_fixture said;
  said.node.properties = {{"vendor", "redfish_compatible"}};
  set_device(said, "disk");
  BOOST_TEST(changes(said).at(0).contains("BootSourceOverrideMode"));
}

BOOST_AUTO_TEST_CASE(the_node_stores_a_device_that_the_bmc_cannot_keep) {
  redfish_fixture x{"lenovo"};
  set_device(x, "disk", true);
  BOOST_TEST(x.node.driver_internal_info.value("redfish_boot_device", "") == "disk");
  // A BMC that claims to support it, but does not.
  redfish_fixture liar{"dell"};
  liar.link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (!holds(request.body, "Continuous")) return {};
    http_response out;
    out.status = 400;
    return out;
  };
  set_device(liar, "disk", true);
  BOOST_TEST(liar.node.driver_internal_info.value("redfish_boot_device", "") == "disk");
}

BOOST_AUTO_TEST_CASE(retries_a_bmc_during_self_test) {
  redfish_fixture x{"hpe"};
  x.power("power on");
  set_device(x, "pxe");
  BOOST_TEST(x.link.count("PATCH /redfish/v1/Systems/1 400") > 0U);
}

BOOST_AUTO_TEST_CASE(
    a_bmc_that_is_busy_with_its_session_lost_or_its_tag_wrong_is_told_all_the_same) {
  for (const auto kind : {fault_kind::unavailable, fault_kind::session_lost,
                          fault_kind::half_answer, fault_kind::wrong_etag})
    for (const auto* profile : {"dell", "lenovo", "openbmc"}) {
      redfish_fixture x{profile, with_fault(kind, "*/Systems/*", 1)};
      set_device(x, "pxe");
      BOOST_TEST(shown(x).at("boot_device") == "pxe");
    }
}

BOOST_AUTO_TEST_CASE(rejects_an_unknown_device_and_names_the_known_ones) {
  redfish_fixture x;
  const auto odd = x.run("management", "set_boot_device", {{"device", "floppy"}});
  BOOST_TEST((odd.why == error_code::invalid));
  BOOST_TEST(holds(odd.reason, "'floppy' is not supported; allowed: pxe, disk, cdrom, bios"));
  x.link.instead = [&x](const http_request& request) -> std::optional<http_result> {
    if (request.method != http_method::get || !holds(request.target, "/Systems/")) return {};
    const auto found = x.link.bmc.handle({"GET", request.target, request.headers, {}});
    auto body = json::parse(found.body);
    body["Boot"]["BootSourceOverrideTarget@Redfish.AllowableValues"] = {"None", "Hdd"};
    http_response out;
    out.status = 200;
    out.body = body.dump();
    return out;
  };
  const auto lacking = x.run("management", "set_boot_device", {{"device", "pxe"}});
  BOOST_TEST(holds(lacking.reason, "cannot boot from 'pxe' (Pxe); it allows: None, Hdd"));
  BOOST_TEST(x.link.count("PATCH") == 0U);
}

BOOST_AUTO_TEST_CASE(quirks_depend_on_vendor_and_model) {
  BOOST_TEST(!quirks_of({"Dell Inc.", "R670"}).boot_whole);
  BOOST_TEST(quirks_of({"Supermicro", "SYS-221H"}).optical_drive == "UsbCd");
  BOOST_TEST(quirks_of({"Supermicro", "ARS-111GL-NHR"}).optical_drive == "");
  BOOST_TEST(quirks_of({"American Megatrends International", ""}).boot_whole);
  BOOST_TEST(!quirks_of({}).boot_whole);
  const json root{{"Vendor", "V"}};
  const json system{{"Manufacturer", "M"}, {"Model", "X"}};
  BOOST_TEST(manufacturer_of(root, system, {}).vendor == "V");
  BOOST_TEST(manufacturer_of(json{}, system, {}).vendor == "M");
  BOOST_TEST(manufacturer_of(root, system, {{"vendor", "other"}}).vendor == "V");
}

// -- boot mode and secure boot --------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(changes_the_boot_mode_if_the_bmc_allows_it) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      redfish_fixture x{profile};
      BOOST_TEST(x.done("management", "get_boot_mode").observed.boot_mode.value() == "uefi");
      const auto end = x.run("management", "set_boot_mode", {{"mode", "bios"}});
      const bool writable = x.link.bmc.kind().boot_mode == simulator::access::writable;
      BOOST_TEST((end.status == (writable ? step_status::done : step_status::failed)), end.reason);
      if (writable) BOOST_TEST(end.observed.boot_mode.value() == "bios");
    }
}

BOOST_AUTO_TEST_CASE(sets_the_boot_mode_that_the_node_names_before_the_device) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      redfish_fixture x{profile};
      x.node.properties = json{{"capabilities", "boot_mode:bios"}};
      const json pxe{{"device", "pxe"}};
      const auto end = x.run("management", "set_boot_device", pxe);
      const bool writable = x.link.bmc.kind().boot_mode == simulator::access::writable;
      BOOST_TEST((end.status == (writable ? step_status::done : step_status::failed)), end.reason);
      if (!writable) BOOST_TEST(holds(end.reason, "BMC at 192.0.2.7:443"), end.reason);
      if (!writable) continue;
      x.power("power on");
      x.settle();
      BOOST_TEST(x.done("management", "get_boot_mode").observed.boot_mode.value() == "bios");
      BOOST_TEST(x.link.bmc.state()["booted"]["device"] == "Pxe");
      x.node.instance_info = json{{"capabilities", "boot_mode:uefi"}};
      x.done("management", "set_boot_device", pxe);
      x.power("rebooting");
      x.settle();
      BOOST_TEST(x.done("management", "get_boot_mode").observed.boot_mode.value() == "uefi");
    }
}

BOOST_AUTO_TEST_CASE(sets_the_named_boot_mode_only_if_the_bmc_reports_another) {
  redfish_fixture x;
  x.node.properties = json{{"capabilities", "boot_mode:bios"}};
  set_device(x, "pxe");
  BOOST_TEST(changes(x).at(0) == (json{{"BootSourceOverrideMode", "Legacy"}}));
  BOOST_TEST(changes(x).size() == 2U);
  x.power("power on");
  x.settle();
  set_device(x, "pxe");
  BOOST_TEST(changes(x).size() == 3U);
  BOOST_TEST(changes(x).at(2).contains("BootSourceOverrideTarget"));
}

BOOST_AUTO_TEST_CASE(does_not_set_the_current_boot_mode) {
  redfish_fixture x;
  x.done("management", "set_boot_mode", {{"mode", "uefi"}});
  BOOST_TEST(x.link.count("PATCH") == 0U);
  BOOST_TEST(
      holds(x.run("management", "set_boot_mode", {{"mode", "x"}}).reason, "allowed: uefi, bios"));
}

BOOST_AUTO_TEST_CASE(sets_and_reads_secure_boot) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      redfish_fixture x{profile};
      const auto end = x.run("management", "set_secure_boot", {{"state", true}});
      const auto read = x.done("management", "get_secure_boot").observed.secure_boot;
      const bool licensed = x.link.bmc.kind().unlicensed.empty();
      BOOST_TEST((end.status == (licensed ? step_status::done : step_status::failed)), end.reason);
      BOOST_TEST((read == (licensed ? std::optional{true} : std::nullopt)));
      if (!licensed) BOOST_TEST(holds(end.reason, "licence"), end.reason);
    }
}

BOOST_AUTO_TEST_CASE(secure_boot_needs_uefi) {
  redfish_fixture x;
  x.done("management", "set_boot_mode", {{"mode", "bios"}});
  const auto end = x.run("management", "set_secure_boot", {{"state", true}});
  BOOST_TEST(holds(end.reason, "needs the boot mode uefi"));
  BOOST_TEST((end.why == error_code::invalid));
  x.done("management", "set_secure_boot", {{"state", false}});
}

BOOST_AUTO_TEST_CASE(deletes_and_restores_the_secure_boot_keys) {
  redfish_fixture x;
  const auto keys = [&x] {
    return x.link.bmc.with_machine([](const auto& machine) { return machine.secure.keys; });
  };
  x.done("management", "clear_secure_boot_keys");
  BOOST_TEST(keys() == "None");
  x.done("management", "reset_secure_boot_keys_to_default");
  BOOST_TEST(keys() == "Factory");
}

BOOST_AUTO_TEST_SUITE_END()
