#include "fixture.hpp"
#include "web_socket_client.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <random>

// Authentication through the whole gateway.

namespace {

using namespace ironbus;
using namespace ironbus::test;

// base64 of "ann:secret" and "ann:wrong"; the hash is of "secret".
const std::string right_login = "Authorization: Basic YW5uOnNlY3JldA==\r\n";
const std::string wrong_login = "Authorization: Basic YW5uOndyb25n\r\n";
const std::string line_of_ann =
    "ann:$2b$04$mcqpn7xDo4HAtYP.ZwcMUO0zg6aOFzVhjgGM.o3z2JWc6TJIE6WDe\n";

struct login_file {
  login_file() { std::ofstream{path} << line_of_ann; }
  ~login_file() { std::filesystem::remove(path); }
  const std::string path = std::filesystem::temp_directory_path() /
                           ("ironbus-logins-" + std::to_string(std::random_device{}()));
};

struct guarded_fixture : login_file, gateway_fixture {
  guarded_fixture() : gateway_fixture(options_with(path)) {}

  static http::gateway_options options_with(const std::string& file) {
    http::gateway_options out;
    out.auth_strategy = {"http_basic"};
    out.http_basic_auth_user_file = file;
    return out;
  }
  answer ask_as(const std::string& login, const std::string& method, const std::string& path,
                const std::string& more = {}) const {
    client one{served->port()};
    one.send(method + " " + path + " HTTP/1.1\r\nHost: api.test\r\n" +
             "X-OpenStack-Ironic-API-Version: 1.115\r\n" + login + more + "\r\n");
    return one.read();
  }
};

BOOST_FIXTURE_TEST_SUITE(admission, guarded_fixture)

BOOST_AUTO_TEST_CASE(only_users_with_the_right_password_are_accepted) {
  BOOST_TEST(ask_as(right_login, "GET", "/v1/nodes").status == 200);
  BOOST_TEST(ask_as(right_login, "GET", "/v1/nodes").status == 200);  // remembered
  for (const std::string& login :
       {std::string{}, wrong_login, std::string{"Authorization: Bearer x\r\n"}}) {
    const auto got = ask_as(login, "GET", "/v1/nodes");
    BOOST_TEST(got.status == 401);
    BOOST_TEST(got.headers.at("www-authenticate") == "Basic realm=\"Baremetal API\"");
    BOOST_TEST(got.headers.count("openstack-request-id") == 1U);
    BOOST_TEST(!got.error().empty());
  }
  BOOST_TEST(ask_as(wrong_login, "GET", "/v1/nodes").error() == "Incorrect username or password.");
}

BOOST_AUTO_TEST_CASE(discovery_health_and_ramdisks_need_no_password) {
  for (const auto* path : {"/", "/v1", "/v1/", "/healthz", "/readyz"})
    BOOST_TEST(ask_as("", "GET", path).status == 200, path);
  BOOST_TEST(ask_as("", "GET", "/v1/lookup?addresses=52:54:00:ff:ff:ff").status == 404);
  BOOST_TEST(ask_as("", "GET", "/lookup?addresses=52:54:00:ff:ff:ff").status == 404);
  BOOST_TEST(ask_as("", "POST", "/v1/heartbeat/" + node_2, "Content-Length: 0\r\n").status == 400);
}

BOOST_AUTO_TEST_CASE(all_other_paths_need_a_password_even_missing_ones) {
  for (const auto* path :
       {"/metrics", "/v1/nodes", "/v1/events/stream", "/v1/nope", "/v1/nodes/x/../../lookup",
        "/v1/lookup/x", "/v1/heartbeat", "//v1//nodes", "/nodes", "/v1/%6eodes"}) {
    const auto status = ask_as("", "GET", path).status;
    BOOST_TEST((status == 401 || status == 400), path << " " << status);
  }
  BOOST_TEST(ask_as("", "DELETE", "/v1/nodes/" + node_1).status == 401);
  BOOST_TEST(ask_as("", "DELETE", "/v1/lookup").status == 401);
  BOOST_TEST(ask_as(right_login, "GET", "/v1/nope").status == 404);
  BOOST_TEST(ask_as(right_login, "DELETE", "/v1/nodes").status == 405);
  BOOST_TEST(messages.commands().empty());
}

BOOST_AUTO_TEST_CASE(a_stored_password_opens_no_web_socket_for_a_foreign_page) {
  auto options = options_with(path);
  options.cors_allowed_origins = {"*", "https://ui.test"};
  const gateway_fixture open_to_all{options};
  const auto open = [&](const std::string& more) {
    return web_socket_client{open_to_all.served->port()}.open("/v1/events/stream", more).status;
  };
  BOOST_TEST(open("") == 401);
  BOOST_TEST(open(right_login) == 101);
  BOOST_TEST(open(right_login + "Origin: http://api.test\r\n") == 101);
  BOOST_TEST(open(right_login + "Origin: https://ui.test\r\n") == 101);
  BOOST_TEST(open(right_login + "Origin: https://any.test\r\n") == 403);
}

BOOST_AUTO_TEST_CASE(the_large_body_of_a_stranger_is_not_read) {
  const std::string large = "Content-Length: 1000000\r\n";
  const auto path = "/v1/nodes/" + node_1 + "/states/provision";
  const auto refused = ask_as("", "PUT", path, large);
  BOOST_TEST(refused.status == 401);
  BOOST_TEST(refused.headers.at("connection") == "close");
  BOOST_TEST(ask_as(wrong_login, "PUT", path, large).status == 401);
  BOOST_TEST(ask_as(wrong_login, "PUT", path, "Transfer-Encoding: chunked\r\n").status == 401);
  // A client that sends Expect gets the answer before it sends the body.
  BOOST_TEST(ask_as(wrong_login, "PUT", path, large + "Expect: 100-continue\r\n").status == 401);
  BOOST_TEST(ask_as(right_login, "PUT", path, large + "Expect: 100-continue\r\n").status == 100);
  BOOST_TEST(ask_as("", "PUT", path, "Content-Length: 2\r\n\r\n{}").status == 401);
}

struct reader_fixture : login_file, gateway_fixture {
  reader_fixture() : gateway_fixture(options_with(path)) {}

  static http::gateway_options options_with(const std::string& file) {
    auto out = guarded_fixture::options_with(file);
    out.read_only_users = {"bob", "ann"};
    return out;
  }
  answer ask_as_ann(const std::string& method, const std::string& path,
                    const std::string& more = {}) const {
    client one{served->port()};
    one.send(method + " " + path + " HTTP/1.1\r\nHost: api.test\r\nConnection: close\r\n" +
             "X-OpenStack-Ironic-API-Version: 1.115\r\n" + right_login + more + "\r\n");
    return one.read();
  }
};

BOOST_FIXTURE_TEST_CASE(a_reader_reads_everything_and_changes_nothing, reader_fixture) {
  for (const auto* path : {"/v1/nodes", "/v1/conductors", "/metrics"}) {
    BOOST_TEST(ask_as_ann("GET", path).status == 200, path);
    BOOST_TEST(ask_as_ann("HEAD", path).status == 200, path);
  }
  const auto node = "/v1/nodes/" + node_1;
  for (const auto& [method, path] :
       std::vector<std::pair<std::string, std::string>>{{"PUT", node + "/states/provision"},
                                                        {"PATCH", node},
                                                        {"DELETE", node},
                                                        {"POST", "/v1/nodes"},
                                                        {"POST", "/v1/inspection_rules/test"},
                                                        {"POST", "/v1/nope"}}) {
    const auto got = ask_as_ann(method, path, "Content-Length: 2\r\n\r\n{}");
    BOOST_TEST(got.status == 403, method << " " << path);
    BOOST_TEST(got.error() ==
               "The user 'ann' may only read (api.read_only_users); allowed methods: GET, HEAD.");
  }
  for (const auto* path : {"/v1/webhooks", "/v1/webhooks/x", "/v1/webhooks/x/dead_letters"}) {
    const auto got = ask_as_ann("GET", path);
    BOOST_TEST(got.status == 403, path);
    BOOST_TEST(got.error() ==
               "The user 'ann' may only read (api.read_only_users); this path is closed to "
               "read-only users.");
  }
  BOOST_TEST(messages.commands().empty());
  const auto access = json::parse(ask_as_ann("GET", "/v1/access").body);
  BOOST_TEST(access == (json{{"user", "ann"},
                             {"read_only", true},
                             {"auth_strategy", "http_basic"},
                             {"granted", nullptr}}));
}

BOOST_AUTO_TEST_CASE(the_page_is_public_and_its_data_is_not) {
  for (const auto* path : {"/ui/", "/ui/app.js"})
    BOOST_TEST(ask_as("", "GET", path).status == 200, path);
  BOOST_TEST(ask_as("", "GET", "/v1/access").status == 401);
  BOOST_TEST(json::parse(ask_as(right_login, "GET", "/v1/access").body)["read_only"] == false);
}

BOOST_AUTO_TEST_CASE(without_the_user_file_the_gateway_does_not_start) {
  http::gateway one{messages,
                    records,
                    catalog,
                    inspection,
                    time,
                    std::make_shared<installation_policy>(),
                    options_with("/nonexistent/htpasswd")};
  const auto started = one.start();
  BOOST_REQUIRE(!started);
  BOOST_TEST(started.error().message.find("api.http_basic_auth_user_file") == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
