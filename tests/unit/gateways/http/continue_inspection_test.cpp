#include "fixture.hpp"
#include "messages/base/legacy_uuid.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::test;

constexpr const char* mac_1 = "52:54:00:00:00:11";
constexpr const char* mac_2 = "52:54:00:00:00:12";
const std::string path = "/v1/continue_inspection";
const std::string without_version = "1.1";

json data_of(const std::vector<std::string>& macs, const json& bmc = nullptr) {
  json interfaces = json::array();
  for (const auto& mac : macs) interfaces.push_back({{"name", "eth"}, {"mac_address", mac}});
  return {{"inventory", {{"interfaces", interfaces}, {"bmc_address", bmc}}},
          {"root_disk", {{"a", 1}}}};
}

/// Two nodes that wait for their data. Conductors accept every command.
struct waiting_fixture : gateway_fixture {
  explicit waiting_fixture(http::gateway_options options = {}) : gateway_fixture(options) {
    put_waiting("33333333-aaaa-4aaa-8aaa-000000000001", mac_1, "192.0.2.1");
    put_waiting("33333333-aaaa-4aaa-8aaa-000000000002", mac_2, "2001:db8::1");
    messages.answer = [](const envelope&, const command& command) -> std::optional<reply> {
      if (std::holds_alternative<agent_lookup>(command))
        return reply{{}, R"({"agent_token":"new-token"})"};
      return reply{};
    };
  }

  void put_waiting(const std::string& uuid, const std::string& mac, const std::string& bmc) {
    auto x = sample_node(uuid, "waiting-" + uuid.substr(uuid.size() - 1));
    x.attributes.state = provision_state::inspect_wait;
    x.attributes.driver_internal_info.edit()["lookup_bmc_addresses"] = {bmc};
    x.ports.push_back(port{});
    x.ports.back().uuid = "44444444" + uuid.substr(8);
    x.ports.back().address = mac;
    x.ports.back().node_uuid = uuid;
    records.put(x);
  }

  answer post(const json& body, const std::string& version = without_version,
              const std::string& query = {}) {
    return ask("POST", path + query, to_text(body), version);
  }

  /// The last command to a node.
  continue_inspection sent(std::string* target = nullptr) const {
    const auto last = messages.commands().back();
    if (target != nullptr) *target = last.subject;
    return std::get<continue_inspection>(decode_command(last).value());
  }
};

const std::string waiting_1 = "33333333-aaaa-4aaa-8aaa-000000000001";
const std::string waiting_2 = "33333333-aaaa-4aaa-8aaa-000000000002";

}  // namespace

BOOST_AUTO_TEST_SUITE(inspection_data_comes_in)

BOOST_AUTO_TEST_CASE(a_node_is_found_by_its_macs_or_its_bmc) {
  waiting_fixture f;
  std::string target;
  for (const auto& [body, node] :
       {std::pair{data_of({mac_1, "nonsense"}), waiting_1},
        std::pair{data_of({"52-54-00-00-00-12"}), waiting_2},
        std::pair{data_of({"52:54:00:00:00:99"}, "192.0.2.1"), waiting_1},
        std::pair{data_of({"nonsense"}, "2001:DB8:0::1"), waiting_2},
        std::pair{data_of({mac_1}, "192.0.2.1"), waiting_1},
        std::pair{data_of({mac_1}, "0.0.0.0"), waiting_1}}) {
    const auto answer = f.post(body);
    BOOST_TEST(answer.status == 202);
    BOOST_TEST(json::parse(answer.body) == json({{"uuid", node}}));
    const auto command = f.sent(&target);
    BOOST_TEST(target == node);
    BOOST_TEST(command.inventory == body["inventory"]);
    BOOST_TEST(command.plugin_data == json({{"root_disk", {{"a", 1}}}}));
    BOOST_TEST(!command.discover_as);
  }
}

BOOST_AUTO_TEST_CASE(data_of_no_node_and_of_several_gets_the_same_error) {
  waiting_fixture f;
  std::set<std::string> texts;
  for (const auto& body :
       {data_of({"52:54:00:00:00:99"}), data_of({mac_1, mac_2}), data_of({mac_1}, "2001:db8::1"),
        data_of({"52:54:00:00:00:98"}, "192.0.2.9")}) {
    const auto answer = f.post(body);
    BOOST_TEST(answer.status == 404);
    texts.insert(answer.body);
  }
  const auto by_uuid = "?node_uuid=" + waiting_2;
  for (const auto& body : {data_of({mac_1}), data_of({"52:54:00:00:00:99"}, "192.0.2.1")})
    BOOST_TEST(f.post(body, "1.84", by_uuid).status == 404);
  BOOST_TEST(f.post(data_of({"52:54:00:00:00:99"}), "1.84",
                    "?node_uuid=99999999-9999-4999-8999-999999999999")
                 .status == 404);
  BOOST_TEST(texts.size() == 1U);
  BOOST_TEST(f.messages.commands().empty());
}

BOOST_AUTO_TEST_CASE(errors_of_the_node_keep_their_status) {
  waiting_fixture f;
  for (const auto& [code, status] :
       {std::pair{error_code::not_found, 404}, std::pair{error_code::conflict, 409},
        std::pair{error_code::unavailable, 503}}) {
    f.messages.answer = [code = code](const envelope&, const command&) -> std::optional<reply> {
      return reply{failure{code, "node so and so"}, {}};
    };
    BOOST_TEST(f.post(data_of({mac_1})).status == status);
  }
}

BOOST_AUTO_TEST_CASE(the_version_decides_which_requests_are_accepted) {
  waiting_fixture f;
  for (const auto* version : {"1.2", "1.50", "1.83"})
    BOOST_TEST(f.post(data_of({mac_1}), version).status == 404);
  BOOST_TEST(f.post(data_of({mac_1}), without_version, "?node_uuid=" + waiting_1).status == 404);
  const auto answer = f.post(data_of({mac_1}), "1.84", "?node_uuid=" + waiting_1);
  BOOST_TEST(answer.status == 202);
  const auto answered = json::parse(answer.body);
  BOOST_TEST(answered["node"]["uuid"] == waiting_1);
  BOOST_TEST(answered["config"]["agent_token"] == "new-token");
}

BOOST_AUTO_TEST_CASE(no_token_is_created_for_nodes_that_do_not_wait) {
  waiting_fixture f;
  auto idle = data_of({"52:54:00:00:00:01"});  // of a node that is being cleaned
  BOOST_TEST(f.post(idle, "1.84").status == 404);
  BOOST_TEST(f.messages.commands().empty());
}

BOOST_AUTO_TEST_CASE(invalid_members_are_named) {
  waiting_fixture f;
  struct row {
    json body;
    const char* says;
  };
  const std::vector<row> rows{
      {json::array(), "object"},
      {{{"a", 1}}, "inventory"},
      {{{"inventory", 7}}, "inventory"},
      {{{"inventory", json::object()}}, "interfaces"},
      {{{"inventory", {{"interfaces", json::array()}}}}, "interfaces"},
      {{{"inventory", {{"interfaces", {7}}}}}, "'inventory/interfaces/0'"},
      {{{"inventory", {{"interfaces", {{{"mac_address", nullptr}}}}}}}, "Invalid inventory"},
      {{{"inventory", {{"interfaces", {{{"mac_address", 7}}}}}}}, "mac_address"},
      {data_of({mac_1}, 7), "bmc_address"},
      {data_of({"nonsense"}), "Invalid inventory"},
      {data_of(std::vector<std::string>(1025, mac_1)), "1024"},
  };
  for (const auto& row : rows) {
    const auto answer = f.post(row.body);
    BOOST_TEST(answer.status == 400);
    BOOST_TEST(answer.body.find(row.says) != std::string::npos,
               answer.body << " lacks " << row.says);
  }
  BOOST_TEST(f.post(data_of({mac_1}), "1.84", "?node_uuid=x").status == 400);
  BOOST_TEST(f.post(data_of({mac_1}), "1.84", "?bogus=x").status == 400);
  for (const auto& sent : f.messages.commands())  // Only to the node with these addresses.
    BOOST_TEST(std::get<continue_inspection>(decode_command(sent).value()).rejected.has_value());
}

BOOST_AUTO_TEST_CASE(depth_and_size_are_limited) {
  http::gateway_options options;
  options.inspection_body_bytes_max = 4096;
  waiting_fixture f{options};
  std::string deep =
      R"({"inventory": {"interfaces": )" + std::string(100, '[') + std::string(100, ']') + "}}";
  BOOST_TEST(f.ask("POST", path, deep, without_version).status == 400);
  BOOST_TEST(f.ask("POST", path, std::string(5000, ' '), without_version).status == 413);
}

BOOST_AUTO_TEST_CASE(an_early_rule_rejects_with_its_text_and_fails_the_waiting_node) {
  waiting_fixture f;
  f.inspection.rejected = "not one of ours";
  auto answer = f.post(data_of({mac_1}));
  BOOST_TEST(answer.status == 400);
  BOOST_TEST(answer.body.find("not one of ours") != std::string::npos);
  BOOST_TEST(f.sent().rejected.value() == "not one of ours");
  const auto count = f.messages.commands().size();
  answer = f.post(data_of({"52:54:00:00:00:99"}));
  BOOST_TEST(answer.status == 400);
  BOOST_TEST(f.messages.commands().size() == count);
}

BOOST_AUTO_TEST_CASE(unknown_machines_are_discovered_if_enabled) {
  http::gateway_options options;
  options.discovery = {true, "fake-hardware"};
  waiting_fixture f{options};
  const auto first = f.post(data_of({"52:54:00:00:00:99", "52:54:00:00:00:98"}));
  BOOST_TEST(first.status == 202);
  BOOST_TEST(f.sent().discover_as.value() == "fake-hardware");
  const auto again = f.post(data_of({"52:54:00:00:00:98", "52:54:00:00:00:99"}));
  BOOST_TEST(json::parse(again.body) ==
             json::parse(first.body));  // the same machine, the same node
  f.inspection.rejected = "no";
  const auto count = f.messages.commands().size();
  BOOST_TEST(f.post(data_of({"52:54:00:00:00:97"})).status == 400);
  BOOST_TEST(f.messages.commands().size() == count);
  f.inspection.rejected.reset();
  f.messages.answer = [](const envelope&, const command&) -> std::optional<reply> {
    return reply{failure{error_code::conflict, "exists"}, {}};
  };
  BOOST_TEST(f.post(data_of({"52:54:00:00:00:96"})).status == 404);
}

BOOST_AUTO_TEST_CASE(a_machine_that_the_first_release_discovered_is_not_discovered_again) {
  http::gateway_options options;
  options.discovery = {true, "fake-hardware"};
  waiting_fixture f{options};
  const auto uuid = legacy_derived_uuid("machine 52:54:00:00:00:99");
  f.records.put(sample_node(uuid, "known"));
  BOOST_TEST(f.post(data_of({"52:54:00:00:00:99"})).status == 404);
  BOOST_TEST(f.messages.commands().empty());
  BOOST_TEST(f.post(data_of({"52:54:00:00:00:97"})).status == 202);
}

BOOST_AUTO_TEST_CASE(built_in_rules_are_listed_last_and_cannot_be_touched) {
  waiting_fixture f;
  for (const auto* uuid :
       {"00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000001"})
    f.inspection.built_in.push_back({{"uuid", uuid},
                                     {"description", "d"},
                                     {"priority", 1},
                                     {"phase", "main"},
                                     {"scope", nullptr},
                                     {"sensitive", true},
                                     {"conditions", {1}},
                                     {"actions", {2}},
                                     {"built_in", true},
                                     {"created_at", nullptr},
                                     {"updated_at", nullptr}});
  const auto rules = f.get("/v1/inspection_rules?detail=true")["inspection_rules"];
  BOOST_REQUIRE(rules.size() == 2U);
  BOOST_TEST(rules[0]["built_in"] == true);
  BOOST_TEST(rules[0]["actions"].is_null());
  BOOST_TEST(f.get("/v1/inspection_rules?phase=early")["inspection_rules"].empty());
  const auto page = f.get("/v1/inspection_rules?limit=1");
  BOOST_TEST(page["inspection_rules"].size() == 1U);
  const auto next = page["next"].get<std::string>();
  const auto rest = f.get(next.substr(next.find("/v1/")));
  BOOST_REQUIRE(rest["inspection_rules"].size() == 1U);
  BOOST_TEST(rest["inspection_rules"][0]["uuid"] == "00000000-0000-0000-0000-000000000001");
  const std::string one = "/v1/inspection_rules/00000000-0000-0000-0000-000000000001";
  BOOST_TEST(f.get(one)["built_in"] == true);
  BOOST_TEST(f.ask("DELETE", one).status == 400);
  BOOST_TEST(f.ask("PATCH", one, R"([{"op":"remove","path":"/description"}])").status == 400);
  f.inspection.built_in[0]["uuid"] = "44444444-bbbb-4bbb-8bbb-000000000001";
  for (const auto* uuid :
       {"44444444-bbbb-4bbb-8bbb-000000000001", "00000000-0000-0000-0000-00000000ffff"}) {
    const auto body = to_text({{"uuid", uuid}, {"actions", {{{"op", "log"}, {"args", {"x"}}}}}});
    BOOST_TEST(f.ask("POST", "/v1/inspection_rules", body).status == 409);
  }
  BOOST_TEST(f.messages.commands().empty());
}

BOOST_AUTO_TEST_CASE(a_trial_passes_its_request_on) {
  waiting_fixture f;
  const auto answer =
      f.ask("POST", "/v1/inspection_rules/test",
            R"({"inventory": {"a": 1}, "rules": [], "phases": ["early"], "hooks": true})");
  BOOST_TEST(answer.status == 200);
  BOOST_REQUIRE(f.inspection.tried.has_value());
  BOOST_TEST(!f.inspection.tried->node);
  BOOST_TEST(f.inspection.tried->inventory == json({{"a", 1}}));
  BOOST_TEST(f.inspection.tried->rules.value() == json::array());
  BOOST_TEST(f.inspection.tried->hooks);
  f.ask("POST", "/v1/inspection_rules/test", R"({"inventory": {}, "node": "waiting-1"})");
  BOOST_TEST(f.inspection.tried->node->attributes.uuid == waiting_1);
  for (const auto* wrong : {"{}", "[]", R"({"inventory": 1})", R"({"inventory": {}, "node": 1})",
                            R"({"inventory": {}, "hooks": 1})", R"({"inventory": {}, "phases": 1})",
                            R"({"inventory": {}, "phases": [1]})", R"({"inventory": {}, "x": 1})",
                            R"({"node": "waiting-1"})"})
    BOOST_TEST(f.ask("POST", "/v1/inspection_rules/test", wrong).status == 400, wrong);
  BOOST_TEST(
      f.ask("POST", "/v1/inspection_rules/test", R"({"inventory": {}, "node": "nope"})").status ==
      404);
  for (const auto* version : {"1.95", "1.1", ""})
    BOOST_TEST(f.ask("POST", "/v1/inspection_rules/test", R"({"inventory": {}})", version).status ==
               200);
}

BOOST_AUTO_TEST_SUITE_END()
