#include "fixture.hpp"
#include "gateways/http/view/raid_body.hpp"

#include <boost/test/unit_test.hpp>

// The driver call that a request becomes, and the answer to the client.

namespace {

using namespace ironbus;
using namespace ironbus::test;

struct driver_request {
  const char* method;
  const char* path;  ///< Below the node.
  const char* body;
  int status;
  const char* call;   ///< "interface.method"
  const char* args;   ///< JSON.
  bool waits = true;  ///< For the driver's answer.
};

const std::vector<driver_request> driver_requests{
    {"PUT", "/states/console", R"({"enabled":true})", 202, "console.start_console", "{}", false},
    {"PUT", "/states/console", R"({"enabled":"no"})", 202, "console.stop_console", "{}", false},
    {"PUT", "/states/boot_mode", R"({"target":"uefi"})", 202, "management.set_boot_mode",
     R"({"mode":"uefi"})", false},
    {"PUT", "/states/secure_boot", R"({"target":"on"})", 202, "management.set_secure_boot",
     R"({"state":true})", false},
    {"PUT", "/states/secure_boot", R"({"target":false})", 202, "management.set_secure_boot",
     R"({"state":false})", false},
    {"GET", "/management/boot_device", "", 200, "management.get_boot_device", "{}"},
    {"PUT", "/management/inject_nmi", "", 204, "management.inject_nmi", "{}"},
    {"GET", "/management/indicators/led@chassis", "", 200, "management.get_indicator_state",
     R"({"indicator":"led@chassis"})"},
    {"PUT", "/management/indicators/led@chassis", R"({"state":"BLINKING"})", 204,
     "management.set_indicator_state", R"({"indicator":"led@chassis","state":"blinking"})"},
    {"GET", "/vmedia", "", 200, "management.get_virtual_media", "{}"},
    {"POST", "/vmedia", R"({"device_type":"cdrom","image_url":"http://a/b"})", 204,
     "management.attach_virtual_media", R"({"device_type":"cdrom","image_url":"http://a/b"})",
     false},
    {"DELETE", "/vmedia", "", 204, "management.detach_virtual_media", R"({"device_types":[]})",
     false},
    {"DELETE", "/vmedia?device_types=cdrom,disk", "", 204, "management.detach_virtual_media",
     R"({"device_types":["cdrom","disk"]})", false},
    {"GET", "/vifs", "", 200, "network.vif_list", "{}"},
    {"POST", "/vifs", R"({"id":"v1","port_uuid":"p","more":1})", 204, "network.vif_attach",
     R"({"vif":{"id":"v1","port_uuid":"p","more":1}})"},
    {"DELETE", "/vifs/v1", "", 204, "network.vif_detach", R"({"id":"v1"})"},
};

/// A conductor that accepts commands and returns a driver's answer.
struct calls_fixture : gateway_fixture {
  calls_fixture() {
    messages.answer = [this](const envelope&, const command&) {
      return reply{std::nullopt, driver_says};
    };
  }

  command last() const { return decode_command(messages.commands().back()).value(); }

  std::string driver_says = "[]";
};

const std::string calls_path = "/v1/nodes/web-1";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(node_calls, calls_fixture)

BOOST_AUTO_TEST_CASE(a_request_becomes_a_driver_call) {
  for (const auto& row : driver_requests) {
    BOOST_TEST_CONTEXT(row.method << " " << row.path << " " << row.body) {
      const auto got = ask(row.method, calls_path + row.path, row.body);
      BOOST_TEST(got.status == row.status);
      BOOST_TEST(messages.commands().back().subject == node_1);
      const auto what = std::get<call_driver>(last());
      BOOST_TEST(what.interface + "." + what.method == row.call);
      BOOST_TEST(what.args == json::parse(row.args));
      BOOST_TEST(what.wait == row.waits);
      if (row.status == 200) BOOST_TEST(json::parse(got.body).is_structured());
      if (row.status == 202)
        BOOST_TEST(got.headers.at("location").find(calls_path.substr(0, 10)) != std::string::npos);
    }
  }
  BOOST_TEST(messages.commands().size() == driver_requests.size());
}

BOOST_AUTO_TEST_CASE(a_refusal_of_the_driver_reaches_the_client) {
  messages.answer = [](const envelope&, const command&) {
    return reply{failure{error_code::invalid, "the driver does not do that"}, {}};
  };
  for (const auto& row : driver_requests) {
    const auto got = ask(row.method, calls_path + row.path, row.body);
    BOOST_TEST(got.status == 400, row.path);
    BOOST_TEST(got.error() == "the driver does not do that");
  }
}

BOOST_AUTO_TEST_CASE(vifs_and_indicators_are_listed_from_the_driver) {
  driver_says = R"([{"id":"v1"}])";
  BOOST_TEST(get(calls_path + "/vifs") == json({{"vifs", {{{"id", "v1"}}}}}));
  driver_says = R"([{"name":"led@chassis"}])";
  const auto shown = get(calls_path + "/management/indicators")["indicators"][0];
  BOOST_TEST(shown["name"] == "led@chassis");
  BOOST_TEST(shown["links"][0]["href"] ==
             "http://api.test/v1/nodes/" + node_1 + "/management/indicators/led@chassis");
}

BOOST_AUTO_TEST_CASE(a_console_shows_its_address_only_while_enabled) {
  driver_says = R"({"type":"socat"})";
  BOOST_TEST(get(calls_path + "/states/console") ==
             json({{"console_enabled", false}, {"console_info", nullptr}}));
  BOOST_TEST(messages.commands().empty());
  auto node = sample_node(node_1, "web-1");
  node.attributes.console_enabled = true;
  records.put(node);
  BOOST_TEST(get(calls_path + "/states/console") ==
             json({{"console_enabled", true}, {"console_info", {{"type", "socat"}}}}));
}

BOOST_AUTO_TEST_CASE(a_console_log_is_text_of_the_requested_size) {
  driver_says = R"({"text":"login: \u001b[0m"})";
  const auto shown = ask("GET", calls_path + "/console/log");
  BOOST_TEST(shown.status == 200);
  BOOST_TEST(shown.body == "login: \x1b[0m");
  BOOST_TEST(shown.headers.at("content-type") == "text/plain; charset=utf-8");
  BOOST_TEST(shown.headers.at("x-content-type-options") == "nosniff");
  const auto sent = std::get<call_driver>(last());
  BOOST_TEST(sent.interface + "." + sent.method == "console.get_console_log");
  BOOST_TEST(sent.args == json({{"bytes", 65536}}));
  ask("GET", calls_path + "/console/log?bytes=262144");
  BOOST_TEST(std::get<call_driver>(last()).args == json({{"bytes", 262144}}));
}

BOOST_AUTO_TEST_CASE(a_missing_console_log_and_an_invalid_size_are_errors) {
  driver_says = "{}";
  const auto none = ask("GET", calls_path + "/console/log");
  BOOST_TEST(none.status == 404);
  BOOST_TEST(none.error().find("has no console log") != std::string::npos, none.error());
  for (const char* bytes : {"", "0", "-1", "1.5", "many", "262145", "99999999999999999999"}) {
    const auto refused = ask("GET", calls_path + "/console/log?bytes=" + bytes);
    BOOST_TEST(refused.status == 400, bytes);
    BOOST_TEST(refused.error() == "Invalid value for 'bytes': '" + std::string{bytes} +
                                      "'; allowed: a whole number from 1 to 262144.");
  }
}

BOOST_AUTO_TEST_CASE(media_requests_are_rejected_if_the_bmc_is_unreachable) {
  auto node = sample_node(node_1, "web-1");
  node.attributes.fault = "power failure";
  records.put(node);
  const auto body = R"({"device_type":"cdrom","image_url":"http://a/b"})";
  BOOST_TEST(ask("POST", calls_path + "/vmedia", body).status == 503);
  BOOST_TEST(ask("DELETE", calls_path + "/vmedia").status == 503);
  BOOST_TEST(messages.commands().empty());
}

BOOST_AUTO_TEST_CASE(the_target_raid_is_sent_to_the_node) {
  const json config{{"logical_disks", {{{"size_gb", "MAX"}, {"raid_level", "1"}}}}};
  BOOST_TEST(ask("PUT", calls_path + "/states/raid", to_text(config)).status == 204);
  BOOST_TEST(std::get<set_target_raid>(last()).config == config);
  BOOST_TEST(ask("PUT", calls_path + "/states/raid", "{}").status == 204);
  BOOST_TEST(ask("PUT", calls_path + "/states/raid", "{}", "1.11").status == 406);
}

/// A value that the model accepts for a member of a logical disk.
json disk_value(const http::body_field& field) {
  static const json special{{"raid_level", "1"},
                            {"size_gb", 10},
                            {"disk_type", "ssd"},
                            {"interface_type", "sas"},
                            {"number_of_physical_disks", 2},
                            {"physical_disks", {"a", "b"}}};
  const auto found = special.find(field.name);
  if (found != special.end()) return *found;
  return field.type == http::body_type::boolean ? json(true) : json("x");
}

BOOST_AUTO_TEST_CASE(the_members_of_a_logical_disk_match_the_model) {
  json disk;
  for (const auto& field : http::logical_disk_body.fields)
    disk[std::string{field.name}] = disk_value(field);
  const auto put = [&] {
    return ask("PUT", calls_path + "/states/raid",
               to_text({{"logical_disks", json::array({disk})}}))
        .status;
  };
  BOOST_TEST(put() == 204);
  disk["stripes"] = 4;
  BOOST_TEST(put() == 400);
  const auto shown = get("/v1/drivers/fake-hardware/raid/logical_disk_properties");
  BOOST_TEST(shown.size() == http::logical_disk_body.fields.size());
  BOOST_TEST(shown.at("disk_type") == "hdd or ssd. Default: any. Optional.");
}

BOOST_AUTO_TEST_CASE(power_and_maintenance_are_sent_to_the_node_unchanged) {
  const auto power = [&](const char* body) {
    BOOST_TEST(ask("PUT", calls_path + "/states/power", body).status == 202, body);
    return std::get<set_power_state>(last());
  };
  BOOST_TEST(power(R"({"target":"power on"})").target == "power on");
  BOOST_TEST(!power(R"({"target":"power on"})").timeout_seconds.has_value());
  BOOST_TEST(!power(R"({"target":"power on","timeout":null})").timeout_seconds.has_value());
  BOOST_TEST(power(R"({"target":"soft power off","timeout":60})").timeout_seconds.value() == 60U);
  BOOST_TEST(power(R"({"target":"rebooting","timeout":"90"})").timeout_seconds.value() == 90U);
  const auto maintenance = [&](const char* body) {
    BOOST_TEST(ask("PUT", calls_path + "/maintenance", body).status == 202, body);
    return std::get<set_maintenance>(last());
  };
  BOOST_TEST(maintenance(R"({"reason":"disk"})").reason.value() == "disk");
  BOOST_TEST(!maintenance(R"({"reason":null})").reason.has_value());
  BOOST_TEST(!maintenance("").reason.has_value());
  BOOST_TEST(maintenance("{}").enabled);
}

BOOST_AUTO_TEST_SUITE_END()
