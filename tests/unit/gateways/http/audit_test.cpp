#include "gateways/http/services/audit_trail.hpp"
#include "messages/platform/log.hpp"
#include "project_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <mutex>

// The lines of the audit.

namespace {

using namespace ironbus;
using namespace ironbus::test;
using http::audit_entry;
using http::audit_trail;

using audit_line = std::map<std::string, std::string>;

/// Collects the audit's lines while it exists.
struct audit_recorder {
  audit_recorder() {
    log::open(
        [this](const log::record& x) {
          if (x.message != "audit") return;
          audit_line line;
          for (const auto& [key, value] : x.fields) line[std::string{key.name}] = value;
          std::lock_guard hold{mutex};
          lines.push_back(std::move(line));
        },
        log::level::info);
  }
  ~audit_recorder() { log::open({}, log::level::off); }

  audit_line last() {
    std::lock_guard hold{mutex};
    return lines.empty() ? audit_line{} : lines.back();
  }
  size_t count() {
    std::lock_guard hold{mutex};
    return lines.size();
  }

  std::mutex mutex;
  std::vector<audit_line> lines;
};

struct audited_fixture : audit_recorder, project_fixture {
  explicit audited_fixture(const std::string& extent = "all")
      : project_fixture([&](http::gateway_options& x) { x.audit = extent; }) {
    messages.answer = [](const envelope&, const command&) { return std::optional{reply{}}; };
  }

  answer power_as(const std::string& user, const std::string& query = {}) const {
    return ask_as(user, "PUT", "/v1/nodes/" + node_1 + "/states/power" + query,
                  R"({"target": "power off"})");
  }
};
struct refusals_fixture : audited_fixture {
  refusals_fixture() : audited_fixture("refusals") {}
};
struct unaudited_fixture : audited_fixture {
  unaudited_fixture() : audited_fixture("off") {}
};

audit_entry refusal_of_stranger() {
  audit_entry out;
  out.status = 401;
  out.is_refusal = true;
  return out;
}

BOOST_AUTO_TEST_SUITE(audit)

BOOST_FIXTURE_TEST_CASE(a_change_is_recorded_with_everything, audited_fixture) {
  const auto got = power_as("ann", "?token=geheim");
  BOOST_TEST(got.status == 202);
  const audit_line wanted{{"user", "ann"},
                          {"project", "p1"},
                          {"user_roles", "admin,manager,member,reader"},
                          {"client", "127.0.0.1"},
                          {"proof", "http_basic"},
                          {"method", "PUT"},
                          {"path", "/v1/nodes/" + node_1 + "/states/power"},
                          {"rule", "baremetal:node:set_power_state"},
                          {"object", node_1},
                          {"outcome", "success"},
                          {"status", "202"},
                          {"request_id", got.headers.at("openstack-request-id")}};
  BOOST_TEST((last() == wanted));
  BOOST_TEST(count() == 1U);
}

BOOST_FIXTURE_TEST_CASE(reading_is_not_recorded, audited_fixture) {
  BOOST_TEST(ask_as("ann", "GET", "/v1/nodes").status == 200);
  BOOST_TEST(ask_as("ann", "GET", "/v1/nodes/missing").status == 404);
  BOOST_TEST(count() == 0U);
}

BOOST_FIXTURE_TEST_CASE(each_refusal_is_recorded, audited_fixture) {
  client one{served->port()};
  one.send("GET /v1/nodes?x=geheim HTTP/1.1\r\nHost: api.test\r\nConnection: close\r\n\r\n");
  BOOST_TEST(one.read().status == 401);
  BOOST_TEST(last()["status"] == "401");
  BOOST_TEST(last()["outcome"] == "denied");
  BOOST_TEST(last()["path"] == "/v1/nodes");
  BOOST_TEST(last().count("user") == 0U);

  BOOST_TEST(power_as("rob").status == 403);
  BOOST_TEST(last()["status"] == "403");
  BOOST_TEST(last()["rule"] == "baremetal:node:set_power_state");

  const std::string patch = R"([{"op": "replace", "path": "/shard", "value": "geheim"}])";
  BOOST_TEST(ask_as("ann", "PATCH", "/v1/nodes/" + node_1, patch).status == 403);
  BOOST_TEST(last()["rule"] == "baremetal:node:update:shard");

  BOOST_TEST(ask_as("ben", "GET", "/v1/nodes/" + node_1).status == 404);
  BOOST_TEST(last()["status"] == "404");
  BOOST_TEST(last()["user"] == "ben");
  BOOST_TEST(last()["outcome"] == "denied");

  messages.answer = [](const envelope&, const command&) {
    return std::optional{reply{failure{error_code::conflict, "geheim"}, {}}};
  };
  BOOST_TEST(power_as("ann").status == 409);
  BOOST_TEST(last()["status"] == "409");
  BOOST_TEST(last()["outcome"] == "failure");
  BOOST_TEST(count() == 5U);
  for (const auto& line : lines)
    for (const auto& [key, value] : line) BOOST_TEST(value.find("geheim") == std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(a_failed_change_is_recorded, audited_fixture) {
  BOOST_TEST(ask_as("root", "POST", "/v1/nodes", "{}").status == 400);
  BOOST_TEST(last()["outcome"] == "failure");
  BOOST_TEST(last()["user"] == "root");
  BOOST_TEST(last().count("project") == 0U);
}

BOOST_FIXTURE_TEST_CASE(only_refusals_are_recorded_on_request, refusals_fixture) {
  BOOST_TEST(power_as("ann").status == 202);
  BOOST_TEST(count() == 0U);
  BOOST_TEST(power_as("rob").status == 403);
  BOOST_TEST(count() == 1U);
}

BOOST_FIXTURE_TEST_CASE(nothing_is_recorded_on_request, unaudited_fixture) {
  BOOST_TEST(power_as("ann").status == 202);
  BOOST_TEST(power_as("rob").status == 403);
  BOOST_TEST(count() == 0U);
}

BOOST_FIXTURE_TEST_CASE(strangers_do_not_fill_the_log, audit_recorder) {
  audit_trail trail{"all"};
  auto now = audit_trail::time_point{} + std::chrono::hours{1};
  for (int i = 0; i < 100; ++i) {
    auto entry = refusal_of_stranger();
    entry.request_id = "req-" + std::to_string(i);
    trail.take(entry, now);
  }
  BOOST_TEST(count() == audit_trail::strangers_per_second);
  auto known = refusal_of_stranger();
  known.user = "ann";
  trail.take(known, now);
  BOOST_TEST(count() == audit_trail::strangers_per_second + 1);
  now += std::chrono::seconds{1};
  auto later = refusal_of_stranger();
  later.request_id = "req-later";
  trail.take(later, now);
  BOOST_TEST(count() == audit_trail::strangers_per_second + 2);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
