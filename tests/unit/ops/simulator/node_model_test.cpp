#include "ops/simulator/like/node_model.hpp"

#include "ops/simulator/fleet/machine_plan.hpp"

#include <boost/test/unit_test.hpp>

#include <map>

namespace ironbus::test {

namespace {

using simulator::read_nodes;

const std::string first = "11111111-1111-4111-8111-111111111111";
const std::string second = "22222222-2222-4222-8222-222222222222";
const std::string nodes_path = "/v1/nodes?limit=1000&fields=uuid,name,properties";
const std::string ports_path = "/v1/ports?limit=1000&fields=uuid,address,node_uuid";

/// A gateway that serves these paths only.
struct pages {
  std::map<std::string, json> all;

  result<json> read(const std::string& target) const {
    const auto found = all.find(target);
    if (found == all.end()) return fail(error_code::invalid, target + " is answered with 404");
    return found->second;
  }
  auto nodes(size_t most = 100) const {
    return read_nodes([this](const std::string& target) { return read(target); }, most);
  }
};

pages two_nodes() {
  const json one{
      {"uuid", first},
      {"name", "db-1"},
      {"properties",
       {{"vendor", "Dell Inc."}, {"memory_mb", "131072"}, {"cpus", 48}, {"local_gb", 900}}}};
  const json other{{"uuid", second}, {"name", nullptr}, {"properties", json::object()}};
  return {{{nodes_path, {{"nodes", {one}}, {"next", "http://elsewhere/"}}},
           {nodes_path + "&marker=" + first, {{"nodes", {other}}}},
           {ports_path,
            {{"ports",
              {{{"uuid", first}, {"address", "52:54:00:00:00:0A"}, {"node_uuid", first}},
               {{"uuid", second}, {"address", "nonsense"}, {"node_uuid", first}}}}}}}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(simulator_node_model)

BOOST_AUTO_TEST_CASE(nodes_and_ports_are_read_page_by_page) {
  const auto out = two_nodes().nodes();
  BOOST_TEST_REQUIRE(out.has_value());
  BOOST_TEST_REQUIRE(out->size() == 2U);
  BOOST_TEST(out->at(0).name == "db-1");
  BOOST_TEST(out->at(0).memory_mb == 131'072);
  BOOST_TEST(out->at(0).cpus == 48);
  BOOST_TEST_REQUIRE(out->at(0).macs.size() == 1U);
  BOOST_TEST(out->at(0).macs[0] == "52:54:00:00:00:0a");
  BOOST_TEST(out->at(1).name.empty());
  BOOST_TEST(out->at(1).memory_mb == 0);
}

BOOST_AUTO_TEST_CASE(invalid_fleet_is_reported) {
  BOOST_TEST(two_nodes().nodes(1).error().message == "it has more than 1 nodes");
  pages none{{{nodes_path, {{"nodes", json::array()}}}}};
  BOOST_TEST(none.nodes().error().message == "it has no nodes");
  pages odd{{{nodes_path, {{"nodes", 5}}}}};
  BOOST_TEST(odd.nodes().error().message.find("returned no list of nodes") != std::string::npos);
  pages nameless{{{nodes_path, {{"nodes", {{{"uuid", "../x"}}}}}}}};
  BOOST_TEST(nameless.nodes().error().message.find("without a UUID") != std::string::npos);
  auto portless = two_nodes();
  portless.all.erase(ports_path);
  BOOST_TEST(portless.nodes().error().message.find("404") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(endless_list_is_abandoned) {
  unsigned asked = 0;
  const auto same = [&](const std::string&) -> result<json> {
    ++asked;
    return json{{"nodes", {{{"uuid", first}}}}, {"next", "x"}};
  };
  BOOST_TEST(!read_nodes(same, 10).has_value());
  BOOST_TEST(asked == 11U);
}

BOOST_AUTO_TEST_CASE(invalid_properties_and_names_are_left_out) {
  pages odd{{{nodes_path,
              {{"nodes",
                {{{"uuid", first},
                  {"name", "a,DNS:evil"},
                  {"properties", {{"memory_mb", -5}, {"cpus", "many"}, {"local_gb", 1e9}}}}}}}},
             {ports_path, {{"ports", json::array()}}}}};
  const auto out = odd.nodes();
  BOOST_TEST_REQUIRE(out.has_value());
  const auto& node = out->at(0);
  BOOST_TEST(node.name.empty());
  BOOST_TEST(node.memory_mb + node.cpus + node.local_gb == 0);
}

BOOST_AUTO_TEST_CASE(each_node_gets_a_similar_machine) {
  simulator::fleet_members wanted;
  wanted.like = *two_nodes().nodes();
  const auto out = plan_machines(wanted, 1);
  BOOST_TEST_REQUIRE(out.size() == 2U);
  const auto& built_in = out[0].who.built_in;
  BOOST_TEST(out[0].who.name == "db-1");
  BOOST_TEST(out[0].kind->name == "dell");
  BOOST_TEST(out[0].who.macs.size() == 1U);
  BOOST_TEST(built_in.memory_gib == 128);
  BOOST_TEST(built_in.sockets * built_in.threads == 48U);
  BOOST_TEST(built_in.drive_bytes == 901LL * 1024 * 1024 * 1024);
  BOOST_TEST(out[0].shown["like"]["uuid"] == first);
  BOOST_TEST(out[1].who.name == second);
  BOOST_TEST(out[1].kind->name == "openbmc");
  BOOST_TEST(out[1].who.macs.size() == 2U);
  BOOST_TEST(out[1].who.built_in.memory_gib == 64);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
