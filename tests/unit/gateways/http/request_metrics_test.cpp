#include "gateways/http/services/request_metrics.hpp"

#include "fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

using namespace ironbus;
using namespace std::chrono_literals;

namespace {

const std::string requests_name = "ironbus_http_requests_total";
const std::string seconds_name = "ironbus_http_request_seconds";

metrics::samples shown(const std::string& name) { return metrics::collect().at(name).by_labels; }

metrics::labels labels(std::string method, std::string route) {
  return {{"method", std::move(method)}, {"route", std::move(route)}};
}

metrics::labels labels(std::string method, std::string route, std::string status) {
  auto out = labels(std::move(method), std::move(route));
  out.emplace_back("status", std::move(status));
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(request_counts)

BOOST_AUTO_TEST_CASE(requests_are_counted_by_route_and_status) {
  http::request_metrics counted{{{"GET", "/a/{ident}"}, {"PUT", "/a/{ident}"}}};
  BOOST_TEST(shown(requests_name).empty());
  counted.count(0, "GET", 200, 1ms);
  counted.count(0, "GET", 200, 3s);
  counted.count(1, "PUT", 409, 1ms);
  const auto all = shown(requests_name);
  BOOST_TEST(all.size() == 2U);
  BOOST_TEST(all.at(labels("GET", "/a/{ident}", "200")).value == 2.0);
  BOOST_TEST(all.at(labels("PUT", "/a/{ident}", "409")).value == 1.0);
  const auto times = shown(seconds_name);
  BOOST_TEST(times.size() == 2U);
  BOOST_TEST(times.at(labels("GET", "/a/{ident}")).value == 3.001);
}

BOOST_AUTO_TEST_CASE(invented_methods_and_paths_add_no_series) {
  http::request_metrics counted{{{"GET", "/a"}}};
  for (int i = 0; i < 100; ++i)
    counted.count(http::request_metrics::none, "M" + std::to_string(i), 600 + i, 1ms);
  counted.count(http::request_metrics::none, "PATCH", 404, 1ms);
  const auto all = shown(requests_name);
  BOOST_TEST(all.size() == 2U);
  BOOST_TEST(all.at(labels("other", "unknown", "other")).value == 100.0);
  BOOST_TEST(all.at(labels("PATCH", "unknown", "404")).value == 1.0);
}

BOOST_FIXTURE_TEST_CASE(a_gateway_counts_by_the_table_of_routes, test::gateway_fixture) {
  ask("GET", "/v1/nodes/web-1");
  ask("GET", "/v1/nodes/web-2");
  ask("GET", "/v1/nodes/web-3");
  ask("BREW", "/v1/nodes/web-1");
  ask("GET", "/v1/nodes");
  ask("GET", "/v1/nope/" + std::string{test::node_1});
  const auto text = ask("GET", "/metrics").body;
  for (const std::string line : {"{method=\"GET\",route=\"/v1/nodes/{ident}\",status=\"200\"} 2\n",
                                 "{method=\"GET\",route=\"/v1/nodes/{ident}\",status=\"404\"} 1\n",
                                 "{method=\"GET\",route=\"/v1/nodes\",status=\"200\"} 1\n",
                                 "{method=\"other\",route=\"unknown\",status=\"405\"} 1\n",
                                 "{method=\"GET\",route=\"unknown\",status=\"404\"} 1\n"})
    BOOST_TEST(text.find(requests_name + line) != std::string::npos, line << " in " << text);
  BOOST_TEST(text.find(seconds_name + "{method=\"GET\",route=\"/v1/nodes/{ident}\"} 3\n") !=
             std::string::npos);
  BOOST_TEST(text.find(test::node_1) == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
