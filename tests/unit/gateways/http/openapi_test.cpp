#include "gateways/http/openapi/openapi.hpp"

#include "fixture.hpp"
#include "gateways/http/openapi/openapi_schemas.hpp"
#include "gateways/http/routes/route_rules.hpp"
#include "gateways/http/routes/routes.hpp"
#include "gateways/http/view/body_table.hpp"
#include "messages/model/provision_state.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

namespace {

using namespace ironbus;
using namespace ironbus::http;

const json& document() {
  static const json it = openapi_document(routes(), rule_of);
  return it;
}

std::string lower_case(std::string_view text) {
  std::string out{text};
  std::transform(out.begin(), out.end(), out.begin(), ::tolower);
  return out;
}

/// All values of a key, at any depth.
void collect(const json& value, const std::string& key, std::vector<json>& out) {
  if (value.is_object())
    if (auto found = value.find(key); found != value.end()) out.push_back(*found);
  if (value.is_structured())
    for (const auto& inner : value) collect(inner, key, out);
}

bool has_type(const json& value, const std::string& type) {
  if (type == "null") return value.is_null();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  return type == "array" ? value.is_array() : value.is_object();
}

/// Checks an answer against the schema of its resource.
void check_shown(const json& shown, const std::string& name) {
  const auto& properties = document()["components"]["schemas"][name]["properties"];
  BOOST_TEST(shown.size() == properties.size());
  for (const auto& item : shown.items()) {
    const auto& key = item.key();
    const auto& value = item.value();
    BOOST_REQUIRE_MESSAGE(properties.contains(key), name << " has no " << key);
    const auto& types = properties[key]["type"];
    const auto list = types.is_array() ? types : json::array({types});
    BOOST_TEST(std::any_of(list.begin(), list.end(),
                           [&](const auto& type) {
                             return has_type(value, type.template get<std::string>());
                           }),
               name << "." << key << ": " << value.dump() << " is no " << types.dump());
  }
}

BOOST_AUTO_TEST_SUITE(openapi)

BOOST_AUTO_TEST_CASE(routes_and_document_have_the_same_operations) {
  size_t described = 0;
  for (const auto& [path, operations] : document()["paths"].items()) described += operations.size();
  BOOST_TEST(described == routes().size());
  for (const auto& row : routes()) {
    const auto& paths = document()["paths"];
    const std::string path{row.path};
    BOOST_REQUIRE_MESSAGE(paths.contains(path) && paths[path].contains(lower_case(row.method)),
                          row.method << " " << path);
    const auto& one = paths[path][lower_case(row.method)];
    BOOST_TEST(one["summary"] == row.summary);
    BOOST_TEST(!row.summary.empty(), path);
    if (row.since > 0) BOOST_TEST(one["x-since"] == "1." + std::to_string(row.since));
  }
}

BOOST_AUTO_TEST_CASE(operations_name_their_policy_rule) {
  const auto& paths = document()["paths"];
  BOOST_TEST(paths["/v1/nodes/{ident}/states/power"]["put"]["x-policy-rule"] ==
             "baremetal:node:set_power_state");
  for (const auto& row : routes()) {
    const auto& operation = paths[std::string{row.path}][lower_case(row.method)];
    BOOST_TEST(operation.value("x-policy-rule", "") == rule_of(row), row.method << " " << row.path);
  }
}

BOOST_AUTO_TEST_CASE(every_reference_resolves) {
  std::vector<json> references;
  collect(document(), "$ref", references);
  BOOST_TEST(references.size() > 50U);
  for (const auto& one : references) {
    const auto text = one.get<std::string>();
    BOOST_REQUIRE(text.starts_with("#/"));
    BOOST_TEST(document().contains(json::json_pointer{text.substr(1)}), text);
  }
}

BOOST_AUTO_TEST_CASE(the_document_has_the_form_of_openapi_3_1) {
  BOOST_TEST(document()["openapi"] == "3.1.0");
  BOOST_TEST(document()["info"]["title"].is_string());
  std::set<std::string> ids;
  for (const auto& [path, operations] : document()["paths"].items())
    for (const auto& [method, one] : operations.items()) {
      BOOST_TEST(ids.insert(one["operationId"]).second, path << " " << method);
      BOOST_TEST(!one["responses"].empty());
      for (const auto& answer : one["responses"]) BOOST_TEST(answer.contains("description"));
      size_t in_path = 0;
      for (const auto& parameter : one["parameters"])
        if (parameter.value("in", "") == "path") {
          ++in_path;
          BOOST_TEST(parameter["required"] == true);
          BOOST_TEST(path.find("{" + parameter["name"].get<std::string>() + "}") !=
                     std::string::npos);
        }
      BOOST_TEST(in_path == static_cast<size_t>(std::count(path.begin(), path.end(), '{')), path);
    }
}

const json& schema_of_body(const std::string& path, const std::string& method) {
  const auto& body = document()["paths"][path][method]["requestBody"];
  const auto place = body["content"]["application/json"]["schema"]["$ref"].get<std::string>();
  return document()[json::json_pointer{place.substr(1)}];
}

BOOST_AUTO_TEST_CASE(request_bodies_match_the_tables_of_routes) {
  size_t read = 0;
  for (const auto& row : routes()) {
    const auto* table = row.answers.takes();
    if (table == nullptr) continue;
    ++read;
    BOOST_TEST_CONTEXT(row.method << " " << row.path) {
      BOOST_REQUIRE(!table->name.empty());
      const auto method = lower_case(row.method);
      BOOST_TEST(document()["paths"][row.path][method]["requestBody"]["required"] == table->needed);
      const auto& schema = schema_of_body(row.path, method);
      BOOST_TEST(schema["properties"].size() == table->fields.size());
      BOOST_TEST(schema.value("additionalProperties", true) == table->open);
      const auto always = schema.value("required", std::set<std::string>{});
      for (const auto& field : table->fields) {
        BOOST_TEST_CONTEXT(field.name) {
          const auto& one = schema["properties"].at(std::string{field.name});
          BOOST_TEST(always.count(std::string{field.name}) == (field.has(needed) ? 1U : 0U));
          BOOST_TEST(one.value("x-since", "1.1") == "1." + std::to_string(field.since));
          const auto& text = one.contains("items") ? one["items"] : one;
          BOOST_TEST(text.value("enum", json::array()).size() >= field.allowed.size());
        }
      }
    }
  }
  BOOST_TEST(read >= 19U);
}

BOOST_AUTO_TEST_CASE(a_body_schema_lists_the_allowed_values) {
  const auto& provision = schema_of_body("/v1/nodes/{ident}/states/provision", "put");
  auto targets = json::array();
  for (const auto& verb : provision_verbs()) targets.push_back(verb.target);
  BOOST_TEST(provision["properties"]["target"]["enum"] == targets);
  BOOST_TEST(provision["properties"]["target"]["x-since-of"]["unhold"] == "1.85");
  BOOST_TEST(provision["required"] == json::array({"target"}));
  BOOST_TEST(provision["properties"]["configdrive"]["type"] ==
             json::array({"string", "object", "null"}));
  const auto& step = provision["properties"]["deploy_steps"]["items"];
  BOOST_TEST(step["required"] == json::array({"step", "args", "priority"}));
  BOOST_TEST(step["properties"]["interface"]["enum"].size() == 7U);
  const auto& found = schema_of_body("/v1/continue_inspection", "post");
  const auto& interfaces = found["properties"]["inventory"]["properties"]["interfaces"];
  BOOST_TEST(interfaces["maxItems"] == 1024);
  BOOST_TEST(interfaces["items"]["properties"].contains("mac_address"));
  const auto& raid = schema_of_body("/v1/nodes/{ident}/states/raid", "put");
  const auto& disks = raid["properties"]["logical_disks"];
  BOOST_TEST(disks["minItems"] == 1);
  BOOST_TEST(disks["items"]["required"] == json::array({"raid_level", "size_gb"}));
}

BOOST_AUTO_TEST_CASE(only_listed_writes_lack_a_body_schema) {
  std::set<std::string> without;
  for (const auto& row : routes())
    if (row.method == "PUT" || row.method == "POST" || row.method == "PATCH")
      if (!document()["paths"][row.path][lower_case(row.method)].contains("requestBody"))
        without.insert(std::string{row.method} + " " + row.path);
  const std::set<std::string> known{
      "PUT /v1/nodes/{ident}/management/inject_nmi",  // none
      "PUT /v1/nodes/{ident}/traits/{trait}",
      "PUT /v1/runbooks/{ident}/traits/{trait}",
      "POST /v1/session",  // The credentials are in headers.
      "POST /v1/webhooks/{ident}/dead_letters/send",
      "POST /v1/webhooks/{ident}/dead_letters/{letter}/send",
      "PUT /v1/drivers/{name}/vendor_passthru",
      "POST /v1/drivers/{name}/vendor_passthru",  // Drivers have no vendor methods.
      "POST /v1/drivers/{name}/vendor_passthru/{method}"};
  BOOST_TEST(without == known, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(body_schemas_list_the_writable_fields) {
  const auto& schemas = document()["components"]["schemas"];
  BOOST_TEST(schemas["NodeCreate"]["required"] == json::array({"driver"}));
  BOOST_TEST(schemas["NodeCreate"]["properties"]["resource_class"]["x-since"] == "1.21");
  BOOST_TEST(!schemas["NodeCreate"]["properties"].contains("provision_state"));
  const auto pattern =
      schemas["PortPatch"]["items"]["properties"]["path"]["pattern"].get<std::string>();
  BOOST_TEST(pattern.find("address") != std::string::npos);
  BOOST_TEST(pattern.find("internal_info") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(paths_map_to_their_resources) {
  BOOST_TEST(describe_path("/v1/nodes").is_list);
  BOOST_TEST(describe_path("/v1/nodes/detail").kind == &node_resource());
  BOOST_TEST(!describe_path("/v1/nodes/{ident}").is_list);
  BOOST_TEST(describe_path("/v1/nodes/{ident}/volume/targets").kind == &volume_target_resource());
  BOOST_TEST(describe_path("/v1/nodes/{ident}/states").kind == nullptr);
  BOOST_TEST(describe_path("/").kind == nullptr);
  for (const auto& row : routes())  // Resources that can be created or patched have a table.
    if (row.method == "PATCH") BOOST_TEST(describe_path(row.path).kind != nullptr, row.path);
}

BOOST_AUTO_TEST_CASE(lists_describe_their_filters) {
  const auto find = [](const std::string& path, const std::string& name) {
    for (const auto& one : document()["paths"][path]["get"]["parameters"])
      if (one.value("name", "") == name) return one;
    return json{};
  };
  for (const std::string path : {"/v1/nodes", "/v1/nodes/detail"})
    for (const std::string name : {"traits", "traits-any", "not-traits", "not-traits-any"}) {
      const auto filter = find(path, name);
      BOOST_REQUIRE_MESSAGE(filter.is_object(), path + " has no " + name);
      BOOST_TEST(filter["in"] == "query");
      BOOST_TEST(filter["schema"]["type"] == "array");
      BOOST_TEST(filter["explode"] == false);
      BOOST_TEST(filter["description"].get<std::string>().find("1.37") != std::string::npos);
    }
  BOOST_TEST(find("/v1/ports", "address")["schema"]["type"] == "string");
  BOOST_TEST(find("/v1/runbooks", "public")["schema"]["type"] == "boolean");
  BOOST_TEST(find("/v1/nodes/{ident}/ports", "address").is_null());
  BOOST_TEST(find("/v1/nodes/{ident}", "traits").is_null());
}

BOOST_FIXTURE_TEST_CASE(answers_match_their_schemas, test::gateway_fixture) {
  check_shown(get("/v1/nodes/" + test::node_1), "Node");
  check_shown(get("/v1/nodes/" + test::node_2), "Node");
  check_shown(get("/v1/ports/" + test::port_1), "Port");
}

BOOST_FIXTURE_TEST_CASE(the_document_is_served_in_every_version, test::gateway_fixture) {
  for (const auto* version : {"", "1.1", "1.90", "1.115"}) {
    const auto got = ask("GET", "/v1/openapi.json", {}, version);
    BOOST_TEST(got.status == 200);
    const auto served_document = json::parse(got.body);
    BOOST_TEST(served_document["servers"][0]["url"] == "http://api.test");
    BOOST_TEST(served_document["paths"] == document()["paths"]);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
