#include "fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <random>

// Sign-in to the fleet page through the whole gateway.

namespace {

using namespace ironbus;
using namespace ironbus::test;

// base64 of "ann:secret", "ann:wrong", "bob:secret"; the hash is of "secret".
const std::string ann_logs_in = "Authorization: Basic YW5uOnNlY3JldA==\r\n";
const std::string ann_fails = "Authorization: Basic YW5uOndyb25n\r\n";
const std::string bob_logs_in = "Authorization: Basic Ym9iOnNlY3JldA==\r\n";
const std::string page_asks = "X-Requested-With: ironbus-page\r\n";
const std::string hash_of_secret = "$2b$04$mcqpn7xDo4HAtYP.ZwcMUO0zg6aOFzVhjgGM.o3z2JWc6TJIE6WDe";

struct users_folder {
  users_folder() {
    std::filesystem::create_directory(path);
    std::ofstream{path + "/users"} << "ann:" << hash_of_secret << "\nbob:" << hash_of_secret
                                   << "\n";
    std::ofstream{path + "/roles"} << "ann: {roles: [admin], system: true}\n"
                                      "bob: {roles: [reader], project: p1, project_name: web}\n";
  }
  ~users_folder() { std::filesystem::remove_all(path); }
  const std::string path = std::filesystem::temp_directory_path() /
                           ("ironbus-sessions-" + std::to_string(std::random_device{}()));
};

struct session_fixture : users_folder, gateway_fixture {
  session_fixture() : gateway_fixture(options_in(path, true)) {}

  static http::gateway_options options_in(const std::string& folder, bool with_roles) {
    http::gateway_options out;
    out.auth_strategy = {"http_basic"};
    out.http_basic_auth_user_file = folder + "/users";
    if (with_roles) out.user_roles_file = folder + "/roles";
    out.session_secret = "0123456789abcdef0123456789abcdef";
    out.failed_sign_ins_max = 3;
    return out;
  }
  static answer ask_of(const gateway_fixture& which, const std::string& method,
                       const std::string& path, const std::string& headers) {
    client one{which.served->port()};
    one.send(method + " " + path + " HTTP/1.1\r\nHost: api.test\r\nConnection: close\r\n" +
             "X-OpenStack-Ironic-API-Version: 1.115\r\n" + headers + "Content-Length: 0\r\n\r\n");
    return one.read();
  }
  answer ask_with(const std::string& method, const std::string& path,
                  const std::string& headers) const {
    return ask_of(*this, method, path, headers);
  }
  /// Begins a session. Returns its cookie as a header line, and its token.
  std::pair<std::string, std::string> sign_in(const std::string& login) const {
    const auto got = ask_with("POST", "/v1/session", login + page_asks);
    BOOST_REQUIRE(got.status == 201);
    const auto cookie = got.headers.at("set-cookie");
    return {
        "Cookie: " + cookie.substr(0, cookie.find(';')) + "\r\n",
        "X-Ironbus-CSRF-Token: " + json::parse(got.body)["csrf_token"].get<std::string>() + "\r\n"};
  }
};

BOOST_FIXTURE_TEST_SUITE(session_calls, session_fixture)

BOOST_AUTO_TEST_CASE(a_password_begins_a_session_and_delete_ends_it) {
  const auto [cookie, token] = sign_in(ann_logs_in);
  const auto got = ask_with("GET", "/v1/session", cookie);
  BOOST_TEST(got.status == 200);
  BOOST_TEST(got.headers.at("cache-control") == "no-store");
  const auto shown = json::parse(got.body);
  BOOST_TEST(shown["user"] == "ann");
  BOOST_TEST(shown["method"] == "http_basic");
  BOOST_TEST(shown["system"] == true);
  BOOST_TEST(shown["project"].is_null());
  BOOST_TEST(shown["roles"].size() == 4U);  // admin implies the others.
  BOOST_TEST(shown["expires_at"].is_string());
  BOOST_TEST("X-Ironbus-CSRF-Token: " + shown["csrf_token"].get<std::string>() + "\r\n" == token);
  BOOST_TEST(ask_with("GET", "/v1/nodes", cookie).status == 200);
  const auto ended = ask_with("DELETE", "/v1/session", cookie + token);
  BOOST_TEST(ended.status == 204);
  BOOST_TEST(ended.headers.at("set-cookie").starts_with("ironbus=; "));
  BOOST_TEST(ask_with("GET", "/v1/nodes", cookie).status == 401);
}

BOOST_AUTO_TEST_CASE(a_session_opens_at_another_gateway_of_the_installation) {
  const gateway_fixture other{options_in(path, true)};
  const auto [cookie, token] = sign_in(ann_logs_in);
  BOOST_TEST(ask_of(other, "GET", "/v1/nodes", cookie).status == 200);
  auto foreign_options = options_in(path, true);
  foreign_options.session_secret = "fedcba9876543210fedcba9876543210";
  const gateway_fixture foreign{foreign_options};
  BOOST_TEST(ask_of(foreign, "GET", "/v1/nodes", cookie).status == 401);
}

BOOST_AUTO_TEST_CASE(a_change_by_cookie_needs_the_token) {
  const auto [cookie, token] = sign_in(ann_logs_in);
  const auto maintenance = "/v1/nodes/" + node_1 + "/maintenance";
  const auto refused = ask_with("DELETE", maintenance, cookie);
  BOOST_TEST(refused.status == 403);
  BOOST_TEST(refused.error().find("X-Ironbus-CSRF-Token") != std::string::npos);
  BOOST_TEST(ask_with("DELETE", "/v1/session", cookie).status == 403);
  BOOST_TEST(messages.commands().empty());
  BOOST_TEST(ask_with("DELETE", "/v1/nodes/none", cookie + token).status == 404);
}

BOOST_AUTO_TEST_CASE(a_session_begins_with_another_proof_only) {
  const auto [cookie, token] = sign_in(ann_logs_in);
  BOOST_TEST(ask_with("POST", "/v1/session", cookie + token).status == 403);
  BOOST_TEST(ask_with("POST", "/v1/session", page_asks).status == 401);
  BOOST_TEST(ask_with("DELETE", "/v1/session", ann_logs_in).status == 404);
  const auto plain = json::parse(ask_with("GET", "/v1/session", ann_logs_in).body);
  BOOST_TEST(plain["user"] == "ann");
  BOOST_TEST(plain["csrf_token"].is_null());
  const gateway_fixture open;
  BOOST_TEST(ask_of(open, "POST", "/v1/session", "").status == 400);
  const auto stranger = json::parse(ask_of(open, "GET", "/v1/session", "").body);
  BOOST_TEST(stranger["user"].is_null());
}

BOOST_AUTO_TEST_CASE(the_page_gets_no_challenge_that_opens_the_browsers_dialog) {
  BOOST_TEST(ask_with("GET", "/v1/session", "").headers.at("www-authenticate") ==
             "Basic realm=\"Baremetal API\"");
  BOOST_TEST(ask_with("GET", "/v1/session", page_asks).headers.at("www-authenticate") ==
             "Session realm=\"Baremetal API\"");
}

BOOST_AUTO_TEST_CASE(a_session_has_the_rights_of_its_user) {
  const auto [cookie, token] = sign_in(bob_logs_in);
  const auto shown = json::parse(ask_with("GET", "/v1/session", cookie).body);
  BOOST_TEST(shown["project"] == (json{{"id", "p1"}, {"name", "web"}}));
  const auto access_to = [&, own = cookie](const std::string& query) {
    return json::parse(ask_with("GET", "/v1/access" + query, own).body);
  };
  const auto has = [](const json& rights, const std::string& rule) {
    return std::find(rights["granted"].begin(), rights["granted"].end(), rule) !=
           rights["granted"].end();
  };
  BOOST_TEST(access_to("")["read_only"] == true);
  BOOST_TEST(!has(access_to(""), "baremetal:node:get"));
  BOOST_TEST(has(access_to("?lessee=p1"), "baremetal:node:get"));
  BOOST_TEST(!has(access_to("?lessee=p1"), "baremetal:node:get_console"));
  BOOST_TEST(!has(access_to("?owner=p2"), "baremetal:node:get"));
  const auto of_ann = json::parse(ask_with("GET", "/v1/access", ann_logs_in).body);
  BOOST_TEST(has(of_ann, "baremetal:node:set_power_state"));
  BOOST_TEST(ask_with("DELETE", "/v1/session", cookie + token).status == 204);  // Though a reader.
}

BOOST_AUTO_TEST_CASE(a_read_only_user_may_sign_in_and_out) {
  auto options = options_in(path, false);
  options.read_only_users = {"ann"};
  const gateway_fixture readers{options};
  const auto got = ask_of(readers, "POST", "/v1/session", ann_logs_in);
  BOOST_TEST(got.status == 201);
  BOOST_TEST(json::parse(got.body)["roles"].is_null());
}

BOOST_AUTO_TEST_CASE(wrong_passwords_slow_down) {
  const auto [cookie, token] = sign_in(bob_logs_in);
  for (int i = 0; i < 3; ++i)
    BOOST_TEST(ask_with("POST", "/v1/session", ann_fails + page_asks).status == 401);
  const auto slow = ask_with("POST", "/v1/session", ann_fails + page_asks);
  BOOST_TEST(slow.status == 429);
  BOOST_TEST(std::stoi(slow.headers.at("retry-after")) > 0);
  BOOST_TEST(slow.error().find("api.failed_sign_ins_max") != std::string::npos);
  BOOST_TEST(ask_with("GET", "/v1/nodes", ann_logs_in).status == 429);
  BOOST_TEST(ask_with("GET", "/v1/session", cookie).status == 200);
  BOOST_TEST(ask_with("GET", "/v1/nodes", bob_logs_in).status == 200);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
