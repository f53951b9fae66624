#include "drivers/kit/http/http_span.hpp"
#include "tests/support/recorded_spans.hpp"
#include "tests/support/test_lease.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

// A call of a machine in the trace of its step.

namespace {

const auto step_trace =
    *parse_traceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

permit permit_of(const trace_context& trace) {
  static const test_lease worker;
  return worker->issue(
      std::make_shared<const call_origin>(call_origin{trace, "node-1", "power.set_power_state"}));
}

http_request request_of(permit allowed) {
  http_request out{std::move(allowed)};
  out.server = {true, "192.0.2.7", 443};
  out.method = http_method::post;
  out.target = "/redfish/v1/Systems/1/Actions/Reset?token=hush";
  out.headers = {{"X-Auth-Token", "hush"}};
  out.body = "hush";
  return out;
}

http_result answered(unsigned status) {
  http_response out;
  out.status = status;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(spans_of_calls)

BOOST_AUTO_TEST_CASE(a_call_is_a_span_of_its_step) {
  const recorded_spans seen;
  end_http_span(begin_http_span(request_of(permit_of(step_trace)), http_peer::bmc), answered(202));
  BOOST_TEST_REQUIRE(seen.all().size() == 1U);
  const auto one = seen.all().front();
  BOOST_TEST(one.name == "POST");
  BOOST_TEST((one.how == tracing::kind::client));
  BOOST_TEST((one.self.trace == step_trace.trace));
  BOOST_TEST((one.parent == step_trace.span));
  BOOST_TEST((one.begin <= one.end));
  BOOST_TEST(attribute_of(seen.all().at(0), trace_key::request_method) == "POST");
  BOOST_TEST(attribute_of(seen.all().at(0), trace_key::response_status) == "202");
  BOOST_TEST(attribute_of(seen.all().at(0), trace_key::server_address) == "192.0.2.7");
  BOOST_TEST(attribute_of(seen.all().at(0), trace_key::server_port) == "443");
  BOOST_TEST(attribute_of(seen.all().at(0), trace_key::path) ==
             "/redfish/v1/Systems/1/Actions/Reset");
  BOOST_TEST(attribute_of(seen.all().at(0), trace_key::node) == "node-1");
  BOOST_TEST(attribute_of(seen.all().at(0), trace_key::step) == "power.set_power_state");
  BOOST_TEST(attribute_of(seen.all().at(0), trace_key::error_type) == "-");
  BOOST_TEST(!one.error.has_value());
}

BOOST_AUTO_TEST_CASE(omits_the_path_for_servers_other_than_machines) {
  const recorded_spans seen;
  end_http_span(begin_http_span(request_of(permit_of(step_trace)), http_peer::other),
                answered(200));
  BOOST_TEST(attribute_of(seen.all().at(0), trace_key::path) == "-");
}

BOOST_AUTO_TEST_CASE(rejections_and_failures_have_an_error_class) {
  {
    const recorded_spans seen;
    end_http_span(begin_http_span(request_of(permit_of(step_trace)), http_peer::bmc),
                  answered(503));
    BOOST_TEST(attribute_of(seen.all().at(0), trace_key::error_type) == "503");
    BOOST_TEST(seen.all().front().error.has_value());
  }
  const recorded_spans seen;
  end_http_span(begin_http_span(request_of(permit_of(step_trace)), http_peer::bmc),
                http_fail(http_error::timeout, "The BMC did not answer."));
  BOOST_TEST(attribute_of(seen.all().at(0), trace_key::error_type) == "timeout");
  BOOST_TEST(attribute_of(seen.all().at(0), trace_key::response_status) == "-");
  BOOST_TEST(seen.all().front().error.value() == "The BMC did not answer.");
}

BOOST_AUTO_TEST_CASE(creates_no_span_without_a_trace) {
  BOOST_TEST(
      !begin_http_span(request_of(permit_of(step_trace)), http_peer::bmc));  // tracing is off
  const recorded_spans seen;
  auto unsampled = step_trace;
  unsampled.sampled = false;
  BOOST_TEST(!begin_http_span(request_of(permit_of(unsampled)), http_peer::bmc));
  BOOST_TEST(!begin_http_span(request_of(lasting_permit()), http_peer::bmc));
  end_http_span(nullptr, answered(200));
  BOOST_TEST(seen.all().empty());
}

BOOST_AUTO_TEST_SUITE_END()
