#include "fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::test;

struct bad_input {
  const char* method;
  std::string path;
  std::string body;
  int status;
  const char* mentions;  ///< The named field, or an allowed value.
  const char* version = "1.115";
};

const std::string n1 = "/v1/nodes/" + node_1;

const std::vector<bad_input> bad_inputs{
    {"GET", "/v1/nope", "", 404, "No resource"},
    {"DELETE", "/v1/nodes", "", 405, "GET, POST"},
    {"PATCH", "/v1/nodes", "", 405, "GET, POST"},
    {"OPTIONS", "/v1/nope", "", 404, "No resource at this path"},
    {"BREW", "/v1/nodes", "", 405, "GET, POST"},
    {"GET", "/v1/nodes", "", 406, "1.115", "1.999"},
    {"GET", "/v1/nodes", "", 406, "1.115", "abc"},
    {"GET", "/v1/nodes/web-1", "", 404, "web-1", "1.4"},
    {"GET", "/v1/nodes/bad!name", "", 400, "name"},
    {"GET", "/v1/nodes/99999999-9999-4999-8999-999999999999", "", 404, "99999999"},
    {"GET", "/v1/nodes?bogus=1", "", 400, "bogus"},
    {"GET", "/v1/nodes?limit=0", "", 400, "limit"},
    {"GET", "/v1/nodes?limit=abc", "", 400, "limit"},
    {"GET", "/v1/nodes?sort_key=extra", "", 400, "sort_key"},
    {"GET", "/v1/nodes?sort_dir=up", "", 400, "asc, desc"},
    {"GET", "/v1/nodes?maintenance=maybe", "", 400, "maintenance"},
    {"GET", "/v1/nodes?provision_state=nope", "", 400, "provision_state"},
    {"GET", "/v1/nodes?fault=none", "", 400, "power failure"},
    {"GET", "/v1/nodes?detail=true&fields=uuid", "", 400, "fields"},
    {"GET", "/v1/nodes?fields=uuid,nope", "", 400, "nope"},
    {"GET", "/v1/nodes?fields=uuid", "", 406, "1.8", "1.7"},
    {"GET", "/v1/nodes?shard=a", "", 406, "1.82", "1.81"},
    {"GET", "/v1/nodes?marker=99999999-9999-4999-8999-999999999999", "", 404, "99999999"},
    {"GET", n1 + "?fields=nope", "", 400, "nope"},
    {"GET", n1 + "/traits", "", 406, "1.37", "1.36"},
    {"PUT", n1 + "/traits", R"({"traits":[]})", 405, "1.37", "1.36"},
    {"DELETE", n1 + "/traits", "", 404, "1.37", "1.36"},
    {"GET", n1 + "/inventory", "", 404, "inventory"},
    {"GET", "/v1/conductors", "", 404, "1.49", "1.48"},
    {"GET", "/v1/drivers/nope", "", 404, "nope"},
    {"POST", "/v1/nodes", "", 400, "JSON"},
    {"POST", "/v1/nodes", "{\"driver\": ", 400, "JSON"},
    {"POST", "/v1/nodes", "[1]", 400, "object"},
    {"POST", "/v1/nodes", "{\"driver\": \"\xC3\x28\"}", 400, "JSON"},
    {"POST", "/v1/nodes", R"({"name":"x"})", 400, "driver"},
    {"POST", "/v1/nodes", R"({"driver":"nope"})", 400, "fake-hardware"},
    {"POST", "/v1/nodes", R"({"driver":"fake-hardware","bogus":1})", 400, "bogus"},
    {"POST", "/v1/nodes", R"({"driver":"fake-hardware","name":"bad name!"})", 400, "name"},
    {"POST", "/v1/nodes", R"({"driver":"fake-hardware","name":"states"})", 400, "reserved"},
    {"POST", "/v1/nodes", R"({"driver":"fake-hardware","properties":"x"})", 400, "properties"},
    {"POST", "/v1/nodes", R"({"driver":"fake-hardware","properties":{"memory_mb":-1}})", 400,
     "memory_mb"},
    {"POST", "/v1/nodes", R"({"driver":"fake-hardware","power_interface":"nope"})", 400, "fake"},
    {"POST", "/v1/nodes", R"({"driver":"fake-hardware","uuid":"zzz"})", 400, "uuid"},
    {"POST", "/v1/nodes", R"({"driver":"fake-hardware","provision_state":"active"})", 400,
     "provision_state"},
    {"POST", "/v1/nodes", R"({"driver":"fake-hardware","resource_class":"x"})", 406, "1.21",
     "1.20"},
    {"POST", "/v1/nodes", R"({"driver":"fake-hardware","parent_node":"nobody"})", 400, "nobody"},
    {"PATCH", n1, R"({})", 400, "list"},
    {"PATCH", n1, R"([{"op":"add","path":"/name","value":"a b"}])", 400, "name"},
    {"PATCH", n1 + "?reset_interfaces=true", R"([])", 400, "driver"},
    {"PUT", n1 + "/states/power", R"({"target":"sideways"})", 400, "power on"},
    {"PUT", n1 + "/states/power", R"({"target":"soft power off"})", 406, "1.27", "1.26"},
    {"PUT", n1 + "/states/power", R"({"target":"power off","timeout":-1})", 400, "timeout"},
    {"PUT", n1 + "/states/provision", R"({"target":"bogus"})", 400, "rebuild"},
    {"PUT", n1 + "/maintenance", R"({"why":"x"})", 400, "reason"},
    {"PUT", n1 + "/traits", R"({"traits":["bad trait"]})", 400, "CUSTOM_"},
    {"PUT", n1 + "/traits/lower", "", 400, "CUSTOM_"},
    {"POST", "/v1/ports", R"({"address":"52:54:00:00:00:02"})", 400, "node_uuid"},
    {"POST", "/v1/ports", R"({"node_uuid":")" + node_1 + R"(","address":"zz"})", 400, "address"},
    {"POST", "/v1/ports",
     R"({"node_uuid":")" + node_1 +
         R"(","address":"52:54:00:00:00:02","local_link_connection":{"switch_id":"x"}})",
     400, "switch_id"},
    {"GET", "/v1/ports?address=zz", "", 400, "MAC"},
    {"GET", "/v1/ports?node=nobody", "", 404, "nobody"},
    {"DELETE", "/v1/ports/by-name", "", 400, "UUID"},
    {"GET", "/v1/lookup", "", 400, "addresses"},
    {"GET", "/v1/lookup?addresses=zz", "", 400, "addresses"},
    {"GET", "/v1/lookup?addresses=52:54:00:ff:ff:ff", "", 404, "ramdisk"},
    {"GET", "/v1/lookup?node_uuid=" + node_1, "", 404, "ramdisk"},
    {"POST", "/v1/heartbeat/" + node_2, "{}", 400, "callback_url"},
    {"POST", "/v1/drivers/nobody/vendor_passthru/lookup", R"({"version":2})", 404, "nobody", "1.1"},
    {"POST", "/v1/drivers/agent_ssh/vendor_passthru/lookup", R"({"version":1})", 400, "version",
     "1.1"},
    {"POST", "/v1/drivers/agent_ssh/vendor_passthru/lookup", R"({"version":2,"inventory":[]})", 400,
     "inventory", "1.1"},
    {"POST", "/v1/drivers/fake-hardware/vendor_passthru/lookup",
     R"({"version":"2","inventory":{"interfaces":[7,{"mac_address":"x"}]}})", 400, "mac_address",
     "1.1"},
    {"POST", n1 + "/vendor_passthru/heartbeat", "{}", 400, "agent_url", "1.1"},
    {"POST", n1 + "/vendor_passthru/heartbeat", R"({"agent_url":7})", 400, "agent_url", "1.1"},
    {"POST", n1 + "/vendor_passthru/heartbeat", R"({"agent_url":"ssh://a"})", 400, "'agent_url'",
     "1.1"},
    {"POST", n1 + "/vendor_passthru/heartbeat", R"({"agent_url":"http://192.0.2.1:9999"})", 400,
     "agent_token", "1.1"},
    {"POST", "/v1/heartbeat/" + node_2, R"({"callback_url":"http://a:9","bogus":1})", 400, "bogus"},
    {"POST", "/v1/heartbeat", R"({"callback_url":"http://a:9"})", 400, "node_ident"},
    {"POST", "/v1/heartbeat", R"({"node_ident":7,"callback_url":"http://a:9"})", 400, "node_ident"},
    {"POST", "/v1/heartbeat", R"({"node_ident":"nobody","callback_url":"http://a:9"})", 404,
     "nobody"},
    {"POST", "/v1/heartbeat",
     R"({"node_ident":")" + node_2 + R"(","callback_url":"ssh://a","agent_token":"token"})", 400,
     "'callback_url'"},
    {"POST", "/v1/heartbeat/" + node_2, R"({"callback_url":"ssh://a","agent_token":"token"})", 400,
     "callback_url"},
    {"POST", "/v1/heartbeat/" + node_2, R"({"callback_url":"http://u:p@a","agent_token":"token"})",
     400, "callback_url"},
    {"POST", "/v1/heartbeat/" + node_2,
     R"({"callback_url":"http://a:9","agent_version":"9","agent_token":"wrong"})", 400,
     "agent_token"},
};

BOOST_FIXTURE_TEST_SUITE(gateway, gateway_fixture)

BOOST_AUTO_TEST_CASE(bad_input_is_rejected_with_the_allowed_values) {
  for (const auto& row : bad_inputs) {
    BOOST_TEST_CONTEXT(row.method << " " << row.path << " " << row.body << " at " << row.version) {
      const auto got = ask(row.method, row.path, row.body, row.version);
      BOOST_TEST(got.status == row.status);
      BOOST_TEST(got.error().find(row.mentions) != std::string::npos, got.error());
      BOOST_TEST(got.headers.count("x-openstack-ironic-api-maximum-version") == 1U);
      BOOST_TEST(got.headers.count("openstack-request-id") == 1U);
    }
  }
  // A node changes nothing but its record of the refused calls of its own agent.
  for (const auto& sent : messages.commands())
    BOOST_TEST(sent.type == "ironbus.command.agent_refused");
}

BOOST_AUTO_TEST_CASE(deep_json_is_rejected) {
  const auto got = ask("POST", "/v1/nodes", std::string(100'000, '['));
  BOOST_TEST(got.status == 400);
  BOOST_TEST(got.error().find("25") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_node_is_read_by_uuid_and_by_name) {
  BOOST_TEST(get(n1)["name"] == "web-1");
  BOOST_TEST(get("/v1/nodes/web-1")["uuid"] == node_1);
  BOOST_TEST(get("/v1/nodes/web-1.json", "1.90")["uuid"] == node_1);
  BOOST_TEST(get("/v1/nodes/web-1?fields=uuid").size() == 2U);
}

BOOST_AUTO_TEST_CASE(lists_are_paged_and_next_keeps_the_filters) {
  BOOST_TEST(get("/v1/nodes")["nodes"].size() == 2U);
  const auto page = get("/v1/nodes?limit=1&driver=fake-hardware");
  BOOST_TEST(page["nodes"][0]["uuid"] == node_1);
  BOOST_TEST(page["next"] ==
             "http://api.test/v1/nodes?driver=fake-hardware&limit=1&marker=" + node_1);
  BOOST_TEST(get("/v1/nodes?limit=1&marker=" + node_1)["nodes"][0]["uuid"] == node_2);
  BOOST_TEST(get("/v1/nodes?driver=nope")["nodes"].empty());
  BOOST_TEST(get("/v1/nodes/detail")["nodes"][0]["driver_info"]["ipmi_password"] == "******");
}

BOOST_AUTO_TEST_CASE(a_list_can_be_sorted_by_a_field_unknown_to_the_store) {
  const auto out = get("/v1/nodes?sort_key=uuid&sort_dir=desc&limit=1")["nodes"];
  BOOST_TEST(out.size() == 1U);
  BOOST_TEST(out[0]["uuid"] == node_2);
}

BOOST_AUTO_TEST_CASE(a_new_node_is_sent_to_a_conductor_and_shown) {
  messages.answer = [](const envelope& envelope, const command& other) {
    auto made = sample_node(envelope.subject, "web-3");
    made.attributes.driver = std::get<create_node>(other).fields.at("driver").get<std::string>();
    return reply{std::nullopt, encode_snapshot(made)};
  };
  const auto got = ask("POST", "/v1/nodes", R"({"driver":"fake-hardware","name":"web-3"})");
  BOOST_TEST(got.status == 201);
  const auto uuid = json::parse(got.body)["uuid"].get<std::string>();
  BOOST_TEST(got.headers.at("location") == "http://api.test/v1/nodes/" + uuid);
  BOOST_TEST(messages.commands().at(0).subject == uuid);
}

BOOST_AUTO_TEST_CASE(a_refusal_of_the_conductor_reaches_the_client) {
  messages.answer = [](const envelope&, const command&) {
    return reply{failure{error_code::conflict, "the node is protected"}, {}};
  };
  const auto got = ask("DELETE", n1);
  BOOST_TEST(got.status == 409);
  BOOST_TEST(got.error() == "the node is protected");
}

BOOST_AUTO_TEST_CASE(a_port_of_a_missing_node_is_a_bad_request) {
  messages.answer = [](const envelope&, const command&) {
    return reply{failure{error_code::not_found, "no such node"}, {}};
  };
  const auto got = ask("POST", "/v1/ports",
                       R"({"node_uuid":")" + node_1 + R"(","address":"52:54:00:00:00:09"})");
  BOOST_TEST(got.status == 400);
  BOOST_TEST(got.error().find("node_uuid") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(changes_get_the_answers_that_clients_expect) {
  messages.answer = [](const envelope&, const command&) { return reply{}; };
  const auto moved = ask("PUT", "/v1/nodes/web-1/states/provision", R"({"target":"manage"})");
  BOOST_TEST(moved.status == 202);
  BOOST_TEST(moved.body.empty());
  BOOST_TEST(moved.headers.at("location") == "http://api.test/v1/nodes/web-1/states");
  BOOST_TEST(ask("PUT", n1 + "/states/power", R"({"target":"power on"})").status == 202);
  BOOST_TEST(ask("PUT", n1 + "/maintenance").status == 202);
  BOOST_TEST(ask("DELETE", n1 + "/maintenance").status == 202);
  BOOST_TEST(ask("DELETE", n1).status == 204);
  BOOST_TEST(ask("PUT", n1 + "/traits", R"({"traits":["CUSTOM_A"]})").status == 204);
  BOOST_TEST(ask("DELETE", "/v1/ports/" + port_1).status == 204);
}

BOOST_AUTO_TEST_CASE(without_a_bus_writes_get_503_and_reads_work) {
  messages.down = true;
  const auto got = ask("DELETE", n1);
  BOOST_TEST(got.status == 503);
  BOOST_TEST(got.headers.count("retry-after") == 1U);
  BOOST_TEST(got.error().find("bus") != std::string::npos);
  BOOST_TEST(ask("GET", n1).status == 200);
  BOOST_TEST(ask("GET", "/readyz").status == 503);
  BOOST_TEST(ask("GET", "/healthz").status == 200);
}

BOOST_AUTO_TEST_CASE(without_a_conductor_or_store_requests_get_503) {
  messages.nobody = true;
  BOOST_TEST(ask("DELETE", n1).error().find("conductor") != std::string::npos);
  records.down = true;
  BOOST_TEST(ask("GET", n1).status == 503);
  BOOST_TEST(ask("GET", "/v1/nodes").status == 503);
}

BOOST_AUTO_TEST_CASE(a_heartbeat_does_not_wait_for_the_node) {
  const auto heartbeat =
      R"({"callback_url":"http://a:9","agent_version":"9","agent_token":"token"})";
  BOOST_TEST(ask("POST", "/v1/heartbeat/" + node_2, heartbeat).status == 202);
  BOOST_TEST(messages.commands().at(0).type == "ironbus.command.agent_heartbeat");
}

BOOST_AUTO_TEST_CASE(a_lookup_returns_the_token) {
  messages.answer = [](const envelope&, const command&) {
    return reply{std::nullopt, R"({"agent_token":"secret-1"})"};
  };
  const auto out = get("/v1/lookup?addresses=52:54:00:00:00:01");
  BOOST_TEST(out["node"]["uuid"] == node_2);
  BOOST_TEST(out["config"]["agent_token"] == "secret-1");
  BOOST_TEST(!get("/v1/lookup?node_uuid=" + node_2, "1.61")["config"].contains("agent_token"));
}

BOOST_AUTO_TEST_CASE(the_parts_of_a_node_are_served) {
  BOOST_TEST(get(n1 + "/states")["provision_state"] == "enroll");
  BOOST_TEST(get(n1 + "/validate")["power"]["result"] == true);
  BOOST_TEST(get(n1 + "/traits")["traits"].empty());
  BOOST_TEST(get(n1 + "/why")["unblocked_by"].empty());
  BOOST_TEST(get("/v1/nodes/web-2/ports")["ports"][0]["uuid"] == port_1);
  BOOST_TEST(get("/v1/ports/" + port_1)["address"] == "52:54:00:00:00:01");
  BOOST_TEST(get("/v1/ports?address=52:54:00:00:00:01")["ports"].size() == 1U);
  BOOST_TEST(get(n1 + "/children")["children"].empty());
}

BOOST_AUTO_TEST_CASE(discovery_lists_existing_collections) {
  BOOST_TEST(get("/")["default_version"]["version"] == "1.115");
  BOOST_TEST(get("/")["versions"].size() == 1U);
  BOOST_TEST(get("/v1")["nodes"][0]["href"] == "http://api.test/v1/nodes/");
  BOOST_TEST(!get("/v1", "1.48").contains("conductors"));
  const auto drivers = get("/v1/drivers?detail=true")["drivers"];
  BOOST_TEST(drivers[0]["hosts"][0] == "peer");
  BOOST_TEST(drivers[0]["enabled_power_interfaces"][0] == "fake");
  BOOST_TEST(get("/v1/drivers/fake-hardware/properties").contains("B1"));
  BOOST_TEST(get("/v1/conductors")["conductors"][0]["hostname"] == "peer");
  BOOST_TEST(ask("GET", "/metrics").body.find("route=\"/v1/conductors\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(events_reach_their_followers) {
  const envelope event{"id-1", "ironbus.node_updated", "/ironbus/test", node_1, time.now(), {}, 7,
                       {}};
  records.log = {
      "abcd", 9, 0, {{9, {node_1, "node_updated", {}, {}, {}, {}, false, encode_envelope(event)}}}};
  client one{served->port()};
  one.send(request_text("GET", "/v1/events/stream?node=web-1&since=abcd:3", "", ""));
  BOOST_REQUIRE(one.read().headers.at("content-type") == "text/event-stream");
  std::string got;
  while (got.find("\n\n", got.find("data:")) == std::string::npos) {
    const auto more = one.read_some();
    BOOST_REQUIRE(!more.empty());
    got += more;
  }
  BOOST_TEST(got.find("id: abcd:9\nevent: ironbus.node_updated\ndata: {\"position\":9,") !=
             std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
