#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

constexpr const char* image = "http://192.0.2.1/a.iso";

json attach(redfish_fixture& x, const std::string& type, const std::string& url = image) {
  x.done("management", "attach_virtual_media", {{"device_type", type}, {"image_url", url}});
  return x.link.bmc.state()["media"];
}

}  // namespace

BOOST_AUTO_TEST_SUITE(redfish_management)

// -- what it is, and how it is --------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(the_vendor_is_the_services_else_the_machines) {
  for (const auto& profile : all_profiles()) {
    redfish_fixture x{profile};
    const auto& kind = x.link.bmc.kind();
    const auto found = x.done("management", "detect_vendor").observed.properties;
    BOOST_TEST(found.at("vendor") ==
               std::string{kind.vendor.empty() ? kind.manufacturer : kind.vendor});
  }
}

BOOST_AUTO_TEST_CASE(the_health_is_one_of_three_words_or_unknown) {
  redfish_fixture x;
  BOOST_TEST(x.done("management", "get_node_health").observed.health.value() == "OK");
  x.link.instead = [&x](const http_request& request) -> std::optional<http_result> {
    if (!request.target.ends_with(x.link.bmc.kind().system_id)) return {};
    http_response out;
    out.status = 200;
    out.body = R"({"Status": {"Health": "Splendid"}})";
    return out;
  };
  BOOST_TEST(!x.done("management", "get_node_health").observed.health.has_value());
}

BOOST_AUTO_TEST_CASE(returns_valid_mac_addresses_from_any_resource) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      redfish_fixture x{profile};
      std::vector<std::string> expected;
      for (const auto& mac : x.link.bmc.who().macs) {
        auto& one = expected.emplace_back(mac);
        for (auto& letter : one) letter = static_cast<char>(std::tolower(letter));
      }
      BOOST_TEST(x.done("management", "get_mac_addresses").observed.mac_addresses == expected,
                 boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(unreadable_adapters_do_not_hide_the_interfaces) {
  for (const unsigned status : {403U, 404U, 500U}) {
    redfish_fixture x;
    x.answer_instead("/NetworkAdapters", status);
    const auto macs = x.done("management", "get_mac_addresses").observed.mac_addresses;
    BOOST_TEST(macs.size() == x.link.bmc.who().macs.size());
  }
}

BOOST_AUTO_TEST_CASE(sensors_of_all_vendors_have_readings) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      redfish_fixture x{profile};
      const auto sensors = x.answer("get_sensors_data");
      const auto chassis = std::string{x.link.bmc.kind().chassis_id};
      BOOST_TEST(sensors["Temperature"]["0@" + chassis]["reading_celsius"] == 19);
      BOOST_TEST(sensors["Fan"]["0@" + chassis]["state"] == "Enabled");
      BOOST_TEST(sensors["Power"]["0@" + chassis]["power_capacity_watts"] == 1100);
      BOOST_TEST(sensors["Drive"].size() == simulator::drive_count);
    }
}

BOOST_AUTO_TEST_CASE(skips_unreadable_sensors) {
  redfish_fixture x;
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (!holds(request.target, "Thermal") && !holds(request.target, "Storage")) return {};
    http_response out;
    out.status = 500;
    return out;
  };
  const auto sensors = x.answer("get_sensors_data");
  BOOST_TEST(sensors.contains("Power"));
  BOOST_TEST(!sensors.contains("Fan"));
  BOOST_TEST(!sensors.contains("Drive"));
}

// -- indicators -----------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(sets_and_reads_all_indicators) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      redfish_fixture x{profile};
      const auto lamps = x.answer("get_indicators");
      BOOST_TEST(lamps.size() == 2U + simulator::drive_count);
      for (const auto& lamp : lamps) {
        const json which{{"indicator", lamp["name"]}};
        BOOST_TEST(x.answer("get_indicator_state", which)["state"] == "off");
        x.done("management", "set_indicator_state",
               {{"indicator", lamp["name"]}, {"state", "blinking"}});
        BOOST_TEST(x.answer("get_indicator_state", which)["state"] == "blinking");
      }
    }
}

BOOST_AUTO_TEST_CASE(rejects_an_unknown_indicator) {
  redfish_fixture x;
  for (const auto* name : {"led", "led@moon", "x@disk", "@"}) {
    const auto end = x.run("management", "get_indicator_state", {{"indicator", name}});
    BOOST_TEST((end.why == error_code::invalid));
    BOOST_TEST(holds(end.reason, "has no indicator"));
  }
  const auto end =
      x.run("management", "set_indicator_state", {{"indicator", "led@system"}, {"state", "red"}});
  BOOST_TEST(holds(end.reason, "allowed: on, off, blinking"));
}

// -- virtual media --------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(inserts_shows_and_ejects_an_image_with_all_vendors) {
  for (const auto& profile : all_profiles())
    for (const auto* type : {"cdrom", "disk"}) BOOST_TEST_CONTEXT(profile << " " << type) {
        redfish_fixture x{profile};
        BOOST_TEST(attach(x, type).size() == 1U);
        size_t inserted = 0;
        for (const auto& slot : x.answer("get_virtual_media")) {
          inserted += slot["inserted"] == true ? 1U : 0U;
          BOOST_TEST((slot["inserted"] == true) == (slot["image"] == image));
        }
        BOOST_TEST(inserted == 1U);
        BOOST_TEST(attach(x, type).size() == 1U);  // already inserted
        x.done("management", "detach_virtual_media");
        BOOST_TEST(x.link.bmc.state()["media"].empty());
        x.done("management", "detach_virtual_media", {{"device_types", {type}}});
      }
}

BOOST_AUTO_TEST_CASE(images_use_free_slots_and_then_occupied_ones) {
  redfish_fixture x{"dell"};
  attach(x, "cdrom", "http://h/1.iso");
  BOOST_TEST(attach(x, "cdrom", "http://h/2.iso").size() == 2U);
  const auto both = attach(x, "cdrom", "http://h/3.iso");
  BOOST_TEST(both.size() == 2U);
  BOOST_TEST(both["1"] == "http://h/3.iso");
}

BOOST_AUTO_TEST_CASE(skips_a_slot_that_rejects_the_image) {
  redfish_fixture x{"dell"};
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (!holds(request.target, "/1/Actions/VirtualMedia.InsertMedia")) return {};
    http_response out;
    out.status = 400;
    return out;
  };
  BOOST_TEST(attach(x, "cdrom").contains("2"));
}

BOOST_AUTO_TEST_CASE(reports_the_bmcs_message_if_no_slot_accepts_an_image) {
  redfish_fixture x{"dell"};
  const auto floppy = x.run("management", "attach_virtual_media",
                            {{"device_type", "floppy"}, {"image_url", image}});
  BOOST_TEST(holds(floppy.reason, "The machine has no device of that type."));
  BOOST_TEST((floppy.why == error_code::invalid));
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (!holds(request.target, "InsertMedia")) return {};
    http_response out;
    out.status = 500;
    out.body = R"({"error": {"message": "RAC0904: unreachable"}})";
    return out;
  };
  const auto end =
      x.run("management", "attach_virtual_media", {{"device_type", "cdrom"}, {"image_url", image}});
  BOOST_TEST(holds(end.reason, "RAC0904: unreachable"), end.reason);
}

BOOST_AUTO_TEST_CASE(rejects_images_that_a_bmc_cannot_fetch_without_a_call) {
  redfish_fixture x;
  for (const json& odd : {json{{"image_url", "file:///etc/passwd"}}, json{{"image_url", "http://"}},
                          json{{"image_url", image}, {"image_download_source", "local"}}}) {
    auto args = odd;
    args["device_type"] = "cdrom";
    const auto end = x.run("management", "attach_virtual_media", args);
    BOOST_TEST((end.why == error_code::invalid), end.reason);
  }
  BOOST_TEST(x.link.total() == 0U);
}

// -- the machine behind the BMC -------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(reports_an_unknown_system) {
  redfish_fixture x;
  x.node.driver_info.edit()["redfish_system_id"] = "/redfish/v1/Systems/77";
  const auto end = x.run("power", "get_power_state");
  BOOST_TEST(holds(end.reason, "404"));
  BOOST_TEST(holds(end.reason, "Check driver_info.redfish_system_id"));
}

BOOST_AUTO_TEST_CASE(requires_a_system_id_with_several_systems) {
  redfish_fixture x;
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (!request.target.ends_with("/Systems")) return {};
    http_response out;
    out.status = 200;
    out.body = R"({"Members": [{"@odata.id": "/a"}, {"@odata.id": "/b"}]})";
    return out;
  };
  const auto end = x.run("power", "get_power_state");
  BOOST_TEST(holds(end.reason, "has 2 systems: driver_info.redfish_system_id must name one"));
}

BOOST_AUTO_TEST_SUITE_END()
