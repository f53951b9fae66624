#include "fixture.hpp"
#include "gateways/http/api/prefer_header.hpp"
#include "messages/base/uuid.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>

// Rules for many paths: names, versions, methods, preferences.

namespace {

using namespace ironbus;
using namespace ironbus::test;

const std::string node_path = "/v1/nodes/" + node_1;

/// A temporary user file with "ann", whose password is "secret".
struct one_user_file {
  one_user_file() {
    std::ofstream{path} << "ann:$2b$04$mcqpn7xDo4HAtYP.ZwcMUO0zg6aOFzVhjgGM.o3z2JWc6TJIE6WDe\n";
  }
  ~one_user_file() { std::filesystem::remove(path); }
  one_user_file(const one_user_file&) = delete;
  one_user_file& operator=(const one_user_file&) = delete;

  http::gateway_options options() const {
    http::gateway_options out;
    out.auth_strategy = {"http_basic"};
    out.http_basic_auth_user_file = path;
    return out;
  }

  const std::string path = std::filesystem::temp_directory_path() / ("ironbus-" + random_uuid());
};

/// A request with one more header.
answer ask_with(const gateway_fixture& gateway_fixture, const std::string& header,
                const std::string& method, const std::string& path, const std::string& body = {}) {
  auto text = request_text(method, path, "1.115", body);
  text.insert(text.find("\r\n") + 2, header + "\r\n");
  client one{gateway_fixture.served->port()};
  one.send(text);
  return one.read();
}

BOOST_FIXTURE_TEST_SUITE(conventions, gateway_fixture)

BOOST_AUTO_TEST_CASE(an_impossible_name_is_rejected) {
  for (const std::string owner :
       {"ports", "portgroups", "allocations", "deploy_templates", "runbooks"})
    for (const std::string ident : {"malformed:uuid", "52:54:00:00:00:01", "a%20b"}) {
      const auto path = "/v1/" + owner + "/" + ident;
      BOOST_TEST_CONTEXT(path) {
        BOOST_TEST(ask("GET", path).status == 400);
        BOOST_TEST(ask("GET", path).error().find(ident.substr(0, 1)) != std::string::npos);
        BOOST_TEST(ask("PATCH", path, R"([{"op":"add","path":"/extra/a","value":1}])").status ==
                   400);
        BOOST_TEST(ask("DELETE", path).status == 400);
        BOOST_TEST(ask("GET", "/v1/" + owner + "/nobody").status == 404);
      }
    }
  BOOST_TEST(ask("GET", "/v1/runbooks/a:b/traits").status == 400);
  BOOST_TEST(ask("GET", "/v1/portgroups/a:b/ports").status == 400);
  BOOST_TEST(messages.commands().empty());
}

BOOST_AUTO_TEST_CASE(the_version_comes_before_the_method) {
  const auto call_at = [&](const char* method, const std::string& path, const char* version) {
    return ask(method, path, {}, version);
  };
  BOOST_TEST(call_at("PUT", node_path + "/vmedia", "1.88").status == 404);
  BOOST_TEST(call_at("PUT", node_path + "/vmedia", "1.88").error().find("1.89") !=
             std::string::npos);
  BOOST_TEST(call_at("PUT", node_path + "/vmedia", "1.89").status == 405);
  BOOST_TEST(call_at("PUT", node_path + "/vmedia", "1.89").headers.at("allow") == "DELETE, POST");
  BOOST_TEST(call_at("PUT", node_path + "/vmedia", "1.93").headers.at("allow") ==
             "DELETE, GET, POST");
  BOOST_TEST(call_at("PUT", "/v1/volume/targets", "1.31").status == 404);
  BOOST_TEST(call_at("PUT", "/v1/volume/targets", "1.32").status == 405);
  BOOST_TEST(call_at("PUT", "/v1/deploy_templates", "1.54").status == 405);
  BOOST_TEST(call_at("OPTIONS", "/v1/volume/targets", "1.31").status == 404);
  BOOST_TEST(call_at("OPTIONS", "/v1/volume/targets", "1.32").headers.at("allow") ==
             "GET, POST, OPTIONS");
}

BOOST_AUTO_TEST_CASE(own_routes_exist_in_every_version) {
  for (const auto* version : {"", "1.1", "1.30", "1.115"})
    for (const std::string path : {"why", "operations", "cleaning/steps"}) {
      const auto got = ask("GET", "/v1/nodes/web-1/" + path, {}, version);
      BOOST_TEST(got.status == 200, path << " at " << version << ": " << got.body);
    }
}

BOOST_AUTO_TEST_CASE(a_parameter_that_is_not_a_list_cannot_be_repeated) {
  BOOST_TEST(get(node_path + "?fields=uuid&fields=name").size() == 3U);
  const auto refused = ask("GET", "/v1/nodes?owner=a&owner=b");
  BOOST_TEST(refused.status == 400);
  BOOST_TEST(refused.error().find("'owner'") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(validation_uses_the_interfaces_of_the_instance) {
  auto named = sample_node(node_1, "web-1");
  named.attributes.instance_info = {{"deploy_interface", "ramdisk"}};
  records.put(named);
  const auto said = get(node_path + "/validate")["deploy"];
  BOOST_TEST(said["result"] == false);
  BOOST_TEST(said["reason"] ==
             "instance_info: Invalid value for 'deploy_interface': 'ramdisk' is not enabled for "
             "driver 'fake-hardware'; allowed: fake.");
}

BOOST_AUTO_TEST_CASE(a_node_to_validate_may_be_a_parameter) {
  const auto whole = get(node_path + "/validate");
  BOOST_TEST(get("/v1/nodes/validate?node=web-1") == whole);
  BOOST_TEST(get("/v1/nodes/validate?node=" + node_1) == whole);
  BOOST_TEST(get("/v1/nodes/validate?node_uuid=" + node_1) == whole);
  BOOST_TEST(ask("GET", "/v1/nodes/validate").status == 400);
  BOOST_TEST(ask("GET", "/v1/nodes/validate?node=nobody").status == 404);
}

BOOST_AUTO_TEST_CASE(traits_are_returned_if_the_client_prefers_it) {
  messages.answer = [](const envelope&, const command&) { return reply{}; };
  const auto body = R"({"traits":["CUSTOM_B","CUSTOM_A","CUSTOM_B"]})";
  const auto path = node_path + "/traits";
  const auto shown = ask_with(*this, "Prefer: return=representation", "PUT", path, body);
  BOOST_TEST(shown.status == 200);
  BOOST_TEST(shown.headers.at("preference-applied") == "return=representation");
  BOOST_TEST(json::parse(shown.body) == json({{"traits", {"CUSTOM_A", "CUSTOM_B"}}}));
  const auto silent = ask_with(*this, "Prefer: return=minimal", "PUT", path, body);
  BOOST_TEST(silent.status == 204);
  BOOST_TEST(silent.headers.count("preference-applied") == 0U);
  const auto wrong =
      ask_with(*this, "Prefer: return=representation", "PUT", path, R"({"traits":["nope"]})");
  BOOST_TEST(wrong.status == 400);
}

BOOST_AUTO_TEST_CASE(preferences_are_read_as_in_rfc_7240) {
  using http::prefers_representation;
  for (const auto* wish :
       {"return=representation", "Return=\"Representation\"", "wait=1, return = representation",
        "respond-async;x=1,return=representation; foo=bar", "return=representation,return=minimal"})
    BOOST_TEST(prefers_representation({{"prefer", wish}}), wish);
  for (const auto* wish : {"", "return", "return=minimal", "return=minimal, return=representation",
                           "x=return=representation", "respond-async; return=representation"})
    BOOST_TEST(!prefers_representation({{"Prefer", wish}}), wish);
  BOOST_TEST(prefers_representation({{"Prefer", "wait=1"}, {"Prefer", "return=representation"}}));
  BOOST_TEST(!prefers_representation({{"Accept", "return=representation"}}));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(commands_name_the_authenticated_user) {
  const one_user_file users;
  gateway_fixture f{users.options()};
  f.messages.answer = [](const envelope&, const command&) { return reply{}; };
  const std::string basic = "Authorization: Basic YW5uOnNlY3JldA==";  // ann:secret
  BOOST_TEST(ask_with(f, basic, "PUT", node_path + "/maintenance").status == 202);
  BOOST_TEST(ask_with(f, basic, "DELETE", node_path + "/maintenance").status == 202);  // remembered
  BOOST_TEST(f.ask("PUT", node_path + "/maintenance").status == 401);
  BOOST_REQUIRE(f.messages.commands().size() == 2U);
  for (const auto& sent : f.messages.commands()) BOOST_TEST(sent.authid == "ann");
}

BOOST_AUTO_TEST_CASE(commands_carry_their_expiry) {
  http::gateway_options options;
  options.reply_timeout = std::chrono::seconds{7};
  gateway_fixture f{options};
  f.messages.answer = [](const envelope&, const command&) { return reply{}; };
  BOOST_TEST(f.ask("PUT", node_path + "/maintenance").status == 202);
  const auto sent = f.messages.commands().at(0);
  BOOST_REQUIRE(sent.expires.has_value());
  BOOST_TEST((*sent.expires - sent.time == std::chrono::seconds{7}));
}

BOOST_FIXTURE_TEST_CASE(commands_name_the_request, gateway_fixture) {
  messages.answer = [](const envelope&, const command&) { return reply{}; };
  const auto answered = ask("PUT", node_path + "/maintenance");
  BOOST_TEST(messages.commands().at(0).request_id == answered.headers.at("openstack-request-id"));
}

BOOST_FIXTURE_TEST_CASE(commands_name_no_user_without_authentication, gateway_fixture) {
  messages.answer = [](const envelope&, const command&) { return reply{}; };
  const std::string basic = "Authorization: Basic YW5uOnNlY3JldA==";
  BOOST_TEST(ask_with(*this, basic, "PUT", node_path + "/maintenance").status == 202);
  BOOST_TEST(messages.commands().at(0).authid.empty());
}

}  // namespace
