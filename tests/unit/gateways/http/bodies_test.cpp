#include "fixture.hpp"

#include <boost/test/unit_test.hpp>

// The errors of each route beyond the checks that every table row shares.

namespace {

using namespace ironbus;
using namespace ironbus::test;

struct refused_body {
  const char* method;
  const char* path;  ///< Below /v1.
  const char* body;
  int status;
  const char* says;
  const char* version = "1.115";
};

#define NODE "/nodes/web-2"

const std::vector<refused_body> refused_bodies{
    {"PUT", NODE "/states/power", "{}", 400, "Missing mandatory parameter: target"},
    {"PUT", NODE "/states/power", R"({"target":"sideways"})", 400,
     "Invalid value for 'target': \"sideways\"; allowed: power on, power off, rebooting, soft "
     "rebooting, soft power off."},
    {"PUT", NODE "/states/power", R"({"target":"soft rebooting"})", 406,
     "'soft rebooting' as 'target' needs API version 1.27; requested was 1.26.", "1.26"},
    {"PUT", NODE "/states/power", R"({"target":"power on","timeout":5})", 406,
     "'timeout' needs API version 1.27; requested was 1.26.", "1.26"},
    {"PUT", NODE "/states/power", R"({"target":"power on","timeout":"0"})", 400,
     "Invalid value for 'timeout': 0; it must be a whole number from 1 to 1000000000."},
    {"PUT", NODE "/maintenance", R"({"reason":7})", 400,
     "Invalid value for 'reason': 7; it must be a string."},
    {"PUT", NODE "/maintenance", R"({"why":"x"})", 400, "Unexpected key 'why'; allowed: reason."},
    {"PUT", NODE "/maintenance", "[]", 400, "The request body must be a JSON object."},
    {"PUT", NODE "/states/console", "{}", 400, "Missing mandatory parameter: enabled"},
    {"PUT", NODE "/states/console", R"({"enabled":"perhaps"})", 400,
     "Invalid value for 'enabled': \"perhaps\"; it must be a boolean."},
    {"PUT", NODE "/states/boot_mode", R"({"target":"efi"})", 400,
     "Invalid value for 'target': \"efi\"; allowed: bios, uefi."},
    {"PUT", NODE "/states/secure_boot", R"({"target":1})", 400,
     "Invalid value for 'target': 1; it must be a boolean."},
    {"PUT", NODE "/states/raid", R"({"disks":[]})", 400,
     "Unexpected key 'disks'; allowed: logical_disks."},
    {"PUT", NODE "/states/raid", R"({"logical_disks":{}})", 400,
     "Invalid value for 'logical_disks': object; it must be a list."},
    {"PUT", NODE "/states/raid", R"({"logical_disks":[]})", 400,
     "Invalid value for 'logical_disks': array; it must not be empty."},
    {"PUT", NODE "/states/raid", R"({"logical_disks":[{"raid_level":"x","size_gb":1}]})", 400,
     "Invalid value for 'logical_disks/0/raid_level'; allowed: JBOD, 0, 1, "},
    {"POST", NODE "/vendor_passthru", "{}", 400, "Missing mandatory parameter: method"},
    {"POST", NODE "/vendor_passthru?method=erase", "[]", 400,
     "The request body must be a JSON object."},
    {"POST", NODE "/vendor_passthru/erase", "{", 400, "JSON"},
    {"PUT", NODE "/management/boot_device", "", 400, "JSON"},
    {"PUT", NODE "/management/boot_device", R"({"boot_device":"pxe","persistent":null})", 400,
     "Invalid value for 'persistent': null; it must be a boolean."},
    {"PUT", NODE "/management/boot_device", R"({"boot_device":"tape"})", 400,
     "Invalid value for 'boot_device': \"tape\"; allowed: pxe, disk."},
    {"PUT", NODE "/management/indicators/led@chassis", R"({"state":"dim"})", 400,
     "Invalid value for 'state': \"dim\"; allowed: on, off, blinking."},
    {"PUT", NODE "/management/indicators/led", R"({"state":"on"})", 400,
     "Expected <indicator>@<component>, got \"led\"."},
    {"POST", NODE "/vmedia", R"({"device_type":"tape","image_url":"http://a/b"})", 400,
     "Invalid value for 'device_type': \"tape\"; allowed: cdrom, disk, floppy."},
    {"POST", NODE "/vmedia", R"({"device_type":"cdrom","image_url":"b.iso"})", 400,
     "Invalid value for 'image_url': \"b.iso\"; it must be a URL."},
    {"DELETE", NODE "/vmedia?device_types=cdrom,tape", "", 400, "cdrom, disk, floppy"},
    {"POST", NODE "/vifs", R"({"id":""})", 400,
     "Invalid value for 'id': \"\"; it must not be empty."},
    {"POST", NODE "/vifs", R"({"id":"v","port_uuid":"p"})", 406,
     "'port_uuid' needs API version 1.67; requested was 1.66.", "1.66"},
    {"POST", NODE "/vifs", R"({"id":"v","port_uuid":"p","portgroup_uuid":"g"})", 400,
     "'port_uuid' and 'portgroup_uuid' cannot be given together."},
    {"PUT", NODE "/traits", R"({"traits":"CUSTOM_A"})", 400,
     "Invalid value for 'traits': \"CUSTOM_A\"; it must be a list of strings."},
    {"PUT", NODE "/traits/CUSTOM_A", R"({"a":1})", 400, "must have no body"},
    {"PUT", NODE "/states/provision", R"({"target":"manage","configdrive":"QUJD"})", 400,
     "'configdrive' cannot be used with this target; allowed: target."},
    {"PUT", NODE "/states/provision", R"({"target":"active","bogus":1})", 400,
     "Unexpected key 'bogus'; allowed: target, configdrive, deploy_steps."},
    {"PUT", NODE "/states/provision", R"({"target":"unhold"})", 406,
     "'unhold' as 'target' needs API version 1.85; requested was 1.84.", "1.84"},
    {"PUT", NODE "/states/provision", R"({"target":"rebuild","configdrive":"QUJD"})", 406,
     "'configdrive' needs API version 1.35; requested was 1.34.", "1.34"},
    {"PUT", NODE "/states/provision", R"({"target":"active","configdrive":"secret, see"})", 400,
     "'configdrive' must be a URL or base64 text."},
    {"PUT", NODE "/states/provision", R"({"target":"active","configdrive":{}})", 400,
     "'configdrive' must be a URL or base64 text.", "1.55"},
    {"PUT", NODE "/states/provision", R"({"target":"active","configdrive":7})", 400,
     "Invalid value for 'configdrive'; it must be a string or an object."},
    {"PUT", NODE "/states/provision", R"({"target":"active","configdrive":{"user_data":7}})", 400,
     "Invalid value for 'configdrive/user_data': 7; it must be a string, an object or a list."},
    {"PUT", NODE "/states/provision", R"({"target":"active","configdrive":{"meta_data":[]}})", 400,
     "Invalid value for 'configdrive/meta_data': array; it must be an object."},
    {"PUT", NODE "/states/provision", R"({"target":"active","configdrive":{"vendor_data":{}}})",
     400, "'configdrive/vendor_data' needs API version 1.59.", "1.58"},
    {"PUT", NODE "/states/provision", R"({"target":"active","configdrive":{"x":1}})", 400,
     "Unexpected key 'configdrive/x'; allowed: meta_data, network_data, user_data, vendor_data."},
    {"PUT", NODE "/states/provision", R"({"target":"clean"})", 400,
     "Missing mandatory parameter: clean_steps or runbook"},
    {"PUT", NODE "/states/provision", R"({"target":"service","service_steps":[],"runbook":"r"})",
     400, "'runbook' and 'service_steps' cannot be given together."},
    {"PUT", NODE "/states/provision", R"({"target":"clean","clean_steps":[{"step":"erase"}]})", 400,
     "Invalid value for 'clean_steps/0/interface'; allowed: vendor, power, "},
    {"PUT", NODE "/states/provision", R"({"target":"rescue"})", 400,
     "Missing mandatory parameter: rescue_password"},
    {"PUT", NODE "/states/provision", R"({"target":"rescue","rescue_password":"a\nb"})", 400,
     "'rescue_password' must be a text of one line"},
    {"PUT", NODE "/states/provision", R"({"target":"rescue","rescue_password":1234})", 400,
     "Invalid value for 'rescue_password'; it must be a string."},
    {"POST", "/events", R"({"events":[]})", 400, "'events': array; it must not be empty."},
    {"POST", "/events", R"({"events":[7]})", 400,
     "Invalid value for 'events/0': 7; it must be an object."},
    {"POST", "/events", R"({"events":[{"event":"network.bind_port"}]})", 400,
     "Missing mandatory parameter: events/0/port_id"},
    {"POST", "/events", R"({"events":[{"event":"network.up"}]})", 400,
     "Invalid value for 'events/0/event': \"network.up\"; allowed: network.bind_port, "
     "network.unbind_port, network.delete_port."},
    {"POST", "/heartbeat/web-2", R"({"callback_url":"http://a:9","agent_verify_ca":"x"})", 400,
     "Invalid value for 'agent_verify_ca'; it must be a certificate in PEM."},
    {"POST", "/heartbeat/web-2", R"({"callback_url":"http://a:9","agent_status":"up"})", 400,
     "Invalid value for 'agent_status': \"up\"; allowed: start, end, error."},
    {"POST", "/heartbeat/web-2", R"({"callback_url":"http://a:9","agent_status":null})", 400,
     "'agent_status' needs API version 1.72.", "1.71"},
    {"POST", "/heartbeat/web-2", R"({"callback_url":"http://a:9","agent_token":1234})", 400,
     "Invalid value for 'agent_token'; it must be a string."},
    {"POST", "/inspection_rules/test", R"({"rules":[]})", 400,
     "Missing mandatory parameter: inventory, or a node that has one"},
    {"POST", "/inspection_rules/test", R"({"inventory":{},"phases":["late"]})", 400,
     "Invalid value for 'phases/0': \"late\"; allowed: early, preprocess, main."},
    {"POST", "/ports", R"({"node_uuid":"11111111-aaaa-4aaa-8aaa-000000000001",
                           "address":"52:54:00:00:00:02","local_link_connection":{"a":1}})",
     400, "Unexpected key 'local_link_connection/a'; allowed: port_id, switch_id, "},
    {"POST", "/ports", R"({"node_uuid":"11111111-aaaa-4aaa-8aaa-000000000001",
                           "address":"52:54:00:00:00:02",
                           "local_link_connection":{"network_type":"managed"}})",
     406, "'local_link_connection/network_type' needs API version 1.64", "1.63"},
    {"POST", "/ports", R"({"node_uuid":"11111111-aaaa-4aaa-8aaa-000000000001",
                           "address":"52:54:00:00:00:02",
                           "local_link_connection":{"network_type":"none"}})",
     400, "'local_link_connection/network_type': \"none\"; allowed: managed, unmanaged."},
};

/// A machine that can boot from two devices.
struct bodies_fixture : gateway_fixture {
  bodies_fixture() {
    std::vector<interface_implementation> all;
    hardware_type type{"fake-hardware", {}};
    for (auto kind : interface_kinds) {
      type.supported[std::string{kind}] = {"fake"};
      all.emplace_back();
      all.back().kind = kind;
      all.back().name = "fake";
      if (kind == "management") all.back().boot_devices = {"pxe", "disk"};
    }
    catalog = driver_catalog::build({type}, all, {}).value();
    auto node = sample_node(node_2, "web-2");
    node.attributes.management_interface = "fake";
    records.put(node);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(bodies, bodies_fixture)

BOOST_AUTO_TEST_CASE(a_rejected_body_gets_the_reason) {
  for (const auto& row : refused_bodies) {
    BOOST_TEST_CONTEXT(row.method << " " << row.path << " " << row.body << " at " << row.version) {
      const auto got = ask(row.method, "/v1" + std::string{row.path}, row.body, row.version);
      BOOST_TEST(got.status == row.status);
      BOOST_TEST(got.error().find(row.says) != std::string::npos, got.error());
    }
  }
  BOOST_TEST(messages.commands().empty());
}

BOOST_AUTO_TEST_CASE(no_error_shows_a_secret) {
  for (const std::string body : {R"({"target":"rescue","rescue_password":"geheim\n"})",
                                 R"({"target":"active","configdrive":"geheim: {}"})",
                                 R"({"target":"active","configdrive":["geheim"]})"}) {
    const auto got = ask("PUT", "/v1/nodes/web-2/states/provision", body);
    BOOST_TEST(got.status == 400);
    BOOST_TEST(got.error().find("geheim") == std::string::npos, got.error());
  }
}

BOOST_AUTO_TEST_CASE(at_most_fifty_different_traits_are_accepted) {
  messages.answer = [](const envelope&, const command&) { return reply{}; };
  json traits;
  for (int i = 0; i < 50; ++i) traits.push_back("CUSTOM_" + std::to_string(i));
  traits.push_back("CUSTOM_0");
  const auto put = [&] {
    return ask("PUT", "/v1/nodes/web-2/traits", to_text({{"traits", traits}}));
  };
  BOOST_TEST(put().status == 204);
  traits.push_back("CUSTOM_50");
  const auto refused = put();
  BOOST_TEST(refused.status == 400);
  BOOST_TEST(refused.error() == "At most 50 traits are allowed.");
}

BOOST_AUTO_TEST_CASE(valid_network_events_are_accepted) {
  const json event{{"event", "network.bind_port"},
                   {"port_id", port_1},
                   {"mac_address", "52:54:00:00:00:01"},
                   {"status", "ACTIVE"},
                   {"binding:host_id", "h"}};
  const auto body = to_text({{"events", {event, event}}});
  BOOST_TEST(ask("POST", "/v1/events", body).status == 204);
  BOOST_TEST(ask("POST", "/v1/events", body, "1.53").status == 404);
}

BOOST_AUTO_TEST_SUITE_END()
