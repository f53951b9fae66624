#include "fixture.hpp"

#include <boost/test/unit_test.hpp>

// Collections with few rules: volumes, chassis, shards, conductors, drivers, and the parts that
// drivers report.

namespace {

using namespace ironbus;
using namespace ironbus::test;

const std::string api = "http://api.test";
const std::string connector_1 = "55555555-bbbb-4bbb-8bbb-000000000001";
const std::string target_1 = "66666666-bbbb-4bbb-8bbb-000000000001";
const std::string chassis_1 = "77777777-bbbb-4bbb-8bbb-000000000001";

/// A node with volumes, parts and a shard, and one without.
struct collections_fixture : gateway_fixture {
  collections_fixture() {
    auto node = sample_node(node_1, "web-1");
    node.attributes.shard = "east";
    node.bios.emplace_back();
    node.bios.back().name = "Boot";
    node.bios.back().value = "Uefi";
    node.firmware.emplace_back();
    node.firmware.back().component = "bmc";
    node.volume_connectors.emplace_back();
    node.volume_connectors.back().uuid = connector_1;
    node.volume_connectors.back().node_uuid = node_1;
    node.volume_connectors.back().type = "iqn";
    node.volume_connectors.back().connector_id = "iqn.a";
    node.volume_targets.emplace_back();
    node.volume_targets.back().uuid = target_1;
    node.volume_targets.back().node_uuid = node_1;
    node.volume_targets.back().properties = {{"auth_password", "geheim"}};
    records.put(node);
    put_part("volume_connectors", connector_1, json(node.volume_connectors.back()));
    put_part("volume_targets", target_1, json(node.volume_targets.back()));
    records.put_member({"two", "1", R"({"host":"zoe","roles":["conductor","api"],
                        "drivers":["fake-hardware"],"conductor_group":"rack"})"});
    records.put_member({"three", "1", R"({"host":"api","roles":["api"],"drivers":[],
                        "conductor_group":""})"});
  }

  void put_part(const std::string& collection, const std::string& uuid, const json& part) {
    records.put_row(collection, {uuid, node_1, to_text(part), {}}, {{"node_uuid", node_1}});
    records.put_key(collection + ".uuid", uuid, node_1);
  }

  int status(const std::string& path, const std::string& version = "1.115") const {
    return ask("GET", path, {}, version).status;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(collections, collections_fixture)

BOOST_AUTO_TEST_CASE(volumes_are_listed_at_the_top_and_below_their_node) {
  BOOST_TEST(get("/v1/volume")["targets"][0]["href"] == api + "/v1/volume/targets");
  const auto below = "/v1/nodes/" + node_1 + "/volume";
  BOOST_TEST(get("/v1/nodes/web-1/volume")["connectors"][0]["href"] == api + below + "/connectors");
  for (const std::string path : {"/v1/volume/connectors", "/v1/nodes/web-1/volume/connectors"}) {
    const auto listed = get(path)["connectors"];
    BOOST_REQUIRE_MESSAGE(listed.size() == 1U, path);
    BOOST_TEST(listed[0]["connector_id"] == "iqn.a");
    BOOST_TEST(!listed[0].contains("extra"));
  }
  BOOST_TEST(get("/v1/nodes/web-2/volume/targets")["targets"].empty());
  BOOST_TEST(get("/v1/volume/connectors/" + connector_1)["type"] == "iqn");
  BOOST_TEST(get("/v1/volume/targets/" + target_1)["properties"]["auth_password"] == "******");
  BOOST_TEST(status("/v1/nodes/missing/volume") == 404);
  BOOST_TEST(status("/v1/volume/targets/iqn.a") == 400);
  BOOST_TEST(status("/v1/volume/targets/" + connector_1) == 404);
  BOOST_TEST(status("/v1/volume", "1.31") == 404);
}

BOOST_AUTO_TEST_CASE(volumes_are_changed_by_their_node) {
  messages.answer = [](const envelope&, const command&) {
    return reply{std::nullopt, to_text(json(volume_connector{}))};
  };
  const auto change = R"([{"op":"replace","path":"/connector_id","value":"iqn.b"}])";
  BOOST_TEST(ask("PATCH", "/v1/volume/connectors/" + connector_1, change).status == 200);
  BOOST_TEST(messages.commands().back().subject == node_1);
  BOOST_TEST(ask("DELETE", "/v1/volume/targets/" + target_1).status == 204);
  const auto made = ask("POST", "/v1/volume/connectors",
                        R"({"node_uuid":")" + node_1 + R"(","type":"ip","connector_id":"a"})");
  BOOST_TEST(made.status == 201);
  BOOST_TEST(messages.commands().size() == 3U);
  for (const std::string body :
       {R"({"type":"ip","connector_id":"a"})", R"({"node_ident":"web-1","type":"ip"})",
        R"({"node_uuid":"x","type":"ip","connector_id":"a"})"})
    BOOST_TEST(ask("POST", "/v1/volume/connectors", body).status == 400, body);
  BOOST_TEST(messages.commands().size() == 3U);
}

BOOST_AUTO_TEST_CASE(a_chassis_with_nodes_cannot_be_deleted) {
  messages.answer = [](const envelope&, const command&) { return reply{}; };
  const auto path = "/v1/chassis/" + chassis_1;
  const auto gone = ask("DELETE", path);
  BOOST_TEST(gone.status == 204, gone.error());
  records.put_row("nodes", {node_2, node_2, "{}", {}}, {{"chassis_uuid", chassis_1}});
  const auto kept = ask("DELETE", path);
  BOOST_TEST(kept.status == 400);
  BOOST_TEST(kept.error().find(node_2) != std::string::npos, kept.error());
  BOOST_TEST(ask("DELETE", "/v1/chassis/rack-1").status == 400);
  BOOST_TEST(messages.commands().size() == 1U);
  const auto made = ask("POST", "/v1/nodes",
                        R"({"driver":"fake-hardware","chassis_uuid":")" + chassis_1 + R"("})");
  BOOST_TEST(made.status == 400);
  BOOST_TEST(made.error().find("chassis_uuid") != std::string::npos, made.error());
}

BOOST_AUTO_TEST_CASE(shards_are_counted_over_the_whole_fleet) {
  gateway_fixture plain;
  BOOST_TEST(plain.get("/v1/shards")["shards"] == json::array({{{"name", "None"}, {"count", 2}}}));
  auto node = sample_node("11111111-aaaa-4aaa-8aaa-000000000003", "web-3");
  node.attributes.shard = "east";
  plain.records.put(node);
  BOOST_TEST(plain.get("/v1/shards")["shards"] ==
             json({{{"name", "None"}, {"count", 2}}, {{"name", "east"}, {"count", 1}}}));
  BOOST_TEST(status("/v1/shards", "1.81") == 404);
  records.down = true;
  BOOST_TEST(status("/v1/shards") == 503);
}

BOOST_AUTO_TEST_CASE(conductors_support_pages_sorting_and_fields) {
  const auto hosts = [&](const std::string& query) {
    std::string out;
    const auto answer = get("/v1/conductors" + query);
    for (const auto& one : answer["conductors"]) out += one["hostname"].get<std::string>() + " ";
    return out;
  };
  BOOST_TEST(hosts("") == "peer zoe ");  // No member without that role.
  BOOST_TEST(hosts("?sort_dir=desc") == "zoe peer ");
  BOOST_TEST(hosts("?sort_key=conductor_group&sort_dir=desc") == "zoe peer ");
  BOOST_TEST(hosts("?limit=1") == "peer ");
  BOOST_TEST(hosts("?marker=peer") == "zoe ");
  BOOST_TEST(get("/v1/conductors?limit=1")["next"] == api + "/v1/conductors?limit=1&marker=peer");
  const auto one = get("/v1/conductors/zoe");
  BOOST_TEST(one["conductor_group"] == "rack");
  BOOST_TEST(one["drivers"] == json::array({"fake-hardware"}));
  BOOST_TEST(one["links"][0]["href"] == api + "/v1/conductors/zoe");
  BOOST_TEST(get("/v1/conductors/zoe?fields=alive") ==
             json({{"alive", true}, {"links", one["links"]}}));
  BOOST_TEST(get("/v1/conductors?detail=true")["conductors"][0].contains("drivers"));
  BOOST_TEST(!get("/v1/conductors")["conductors"][0].contains("drivers"));
  BOOST_TEST(status("/v1/conductors/api") == 404);
  BOOST_TEST(status("/v1/conductors?marker=nobody") == 404);
  for (const std::string query : {"?bogus=1", "?sort_key=drive", "?fields=name", "?detail=maybe",
                                  "?detail=true&fields=alive", "?limit=-1"})
    BOOST_TEST(status("/v1/conductors" + query) == 400, query);
}

BOOST_AUTO_TEST_CASE(drivers_show_their_declarations) {
  const auto path = std::string{"/v1/drivers/fake-hardware"};
  BOOST_TEST(get(path)["hosts"] == json::array({"peer", "zoe"}));
  BOOST_TEST(get(path + "?fields=hosts").size() == 2U);
  BOOST_TEST(get("/v1/drivers?type=classic")["drivers"].empty());
  BOOST_TEST(get(path + "/raid/logical_disk_properties").contains("raid_level"));
  BOOST_TEST(get(path + "/vendor_passthru/methods").contains("lookup"));
  BOOST_TEST(ask("POST", path + "/vendor_passthru/erase", "{}").status == 400);
  BOOST_TEST(status(path + "/raid/logical_disk_properties", "1.11") == 406);
  for (const std::string query :
       {"?bogus=1", "?type=fast", "?fields=speed", "?detail=maybe", "?detail=true&fields=hosts"})
    BOOST_TEST(status("/v1/drivers" + query) == 400, query);
  BOOST_TEST(status("/v1/drivers?detail=true", "1.29") == 406);
}

BOOST_AUTO_TEST_CASE(reported_parts_are_shown) {
  const std::string path = "/v1/nodes/web-1";
  BOOST_TEST(get(path + "/bios")["bios"][0]["value"] == "Uefi");
  BOOST_TEST(!get(path + "/bios")["bios"][0].contains("attribute_type"));
  BOOST_TEST(get(path + "/bios?detail=true")["bios"][0].contains("attribute_type"));
  BOOST_TEST(get(path + "/bios?fields=name")["bios"][0].size() == 2U);
  BOOST_TEST(get(path + "/bios/Boot")["Boot"]["value"] == "Uefi");
  BOOST_TEST(status(path + "/bios/Speed") == 404);
  BOOST_TEST(get(path + "/firmware")["firmware"][0]["component"] == "bmc");
  BOOST_TEST(get("/v1/nodes/web-2/firmware")["firmware"].empty());
  for (const std::string query : {"?bogus=1", "?detail=maybe", "?detail=true&fields=name"})
    BOOST_TEST(status(path + "/bios" + query) == 400, query);
  BOOST_TEST(status(path + "/bios?detail=true", "1.73") == 400);
}

BOOST_AUTO_TEST_CASE(invalid_or_surplus_stream_requests_are_rejected) {
  BOOST_TEST(status("/v1/events/stream?since=1") == 400);
  BOOST_TEST(status("/v1/events/stream?node=nobody") == 404);
  http::gateway_options options;
  options.event_clients_max = 0;
  gateway_fixture full{options};
  BOOST_TEST(full.ask("GET", "/v1/events/stream").status == 503);
}

BOOST_AUTO_TEST_SUITE_END()
