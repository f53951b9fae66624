#include "drivers/ipmi/ipmi_tool.hpp"
#include "messages/base/uuid.hpp"
#include "tests/support/ipmi/ipmitool_link.hpp"
#include "tests/support/recorded_spans.hpp"
#include "tests/support/test_lease.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>
#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

// A BMC command in the trace of its step.

namespace {

const auto step_trace =
    *parse_traceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

/// Runs a command with the fake program, whose BMC has that password.
std::vector<tracing::span> spans_of(ipmi_order order, const std::string& password) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("ironbus-ipmi-span." + random_uuid());
  std::filesystem::create_directories(folder);
  std::ofstream{folder / "password"} << "secret";
  const recorded_spans seen;
  const test_lease worker;
  const auto origin = std::make_shared<const call_origin>(
      call_origin{step_trace, "node-1", "power.set_power_state"});
  boost::asio::io_context io;
  const auto strand = boost::asio::make_strand(io);
  ipmi_tool tool{strand, options_of_fake_ipmitool(folder, "commands")};
  ipmi_access access;
  access.address = "192.0.2.7";
  access.user = "admin";
  access.password = password;
  boost::asio::co_spawn(
      strand, tool.run(worker->issue(origin), access, std::move(order)),
      [](const std::exception_ptr& thrown, const ipmi_answer&) { BOOST_TEST(!thrown); });
  io.run();
  std::filesystem::remove_all(folder);
  return seen.all();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(spans_of_ipmi)

BOOST_AUTO_TEST_CASE(a_command_is_a_span_of_its_step) {
  const auto spans = spans_of(repeatable_order({"power", "status"}), "secret");
  BOOST_TEST_REQUIRE(spans.size() == 1U);
  const auto& one = spans.front();
  BOOST_TEST((one.parent == step_trace.span));
  BOOST_TEST((one.how == tracing::kind::client));
  BOOST_TEST(attribute_of(one, trace_key::ipmi_command) == "power status");
  BOOST_TEST(attribute_of(one, trace_key::server_address) == "192.0.2.7");
  BOOST_TEST(attribute_of(one, trace_key::server_port) == "623");
  BOOST_TEST(attribute_of(one, trace_key::error_type) == "-");
  BOOST_TEST(!one.error.has_value());
}

BOOST_AUTO_TEST_CASE(a_rejection_has_a_reason_and_no_secret) {
  const auto spans = spans_of(repeatable_order({"power", "status"}), "not-it");
  BOOST_TEST_REQUIRE(spans.size() == 1U);
  BOOST_TEST(attribute_of(spans.front(), trace_key::error_type) == "access");
  BOOST_TEST(spans.front().error.value().find("not-it") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(omits_the_bytes_of_a_raw_command) {
  const auto spans = spans_of(single_order({"raw", "0x06", "0x52", "0x99"}), "secret");
  BOOST_TEST_REQUIRE(spans.size() == 1U);
  BOOST_TEST(attribute_of(spans.front(), trace_key::ipmi_command) == "raw");
}

BOOST_AUTO_TEST_SUITE_END()
