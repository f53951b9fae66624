#include "bmc_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus::test {

using namespace std::chrono_literals;
using simulator::delivery;
using simulator::read_scenario;

BOOST_AUTO_TEST_SUITE(simulated_faults)

simulator::scenario scenario_of(const std::string& text) {
  auto out = read_scenario(text);
  BOOST_TEST_CONTEXT((out ? "" : out.error().message)) BOOST_TEST_REQUIRE(out.has_value());
  return *out;
}

const http::request root{"GET", "/redfish/v1", {}, {}};

BOOST_AUTO_TEST_CASE(file_is_read) {
  const auto read = scenario_of(R"(
times: {post: 1.5, firmware: 60, agent: 3, agent_step: 0.5}
boot_order: [Pxe, Hdd]
faults:
  - {kind: slow, machine: sim-00001, path: "*/Systems/*", method: GET, seconds: 2}
  - {kind: unavailable, profile: dell, count: 3, probability: 0.5}
)");
  BOOST_TEST((read.times.post == 1500ms));
  BOOST_TEST((read.times.firmware == 1min));
  BOOST_TEST((read.times.agent == 3s));
  BOOST_TEST((read.times.agent_step == 500ms));
  BOOST_TEST((read.boot_order == std::vector<std::string>{"Pxe", "Hdd"}));
  BOOST_TEST(read.faults.size() == 2U);
  BOOST_TEST(read.faults[0].machine == "sim-00001");
  BOOST_TEST((read.faults[0].length == 2s));
  BOOST_TEST(read.faults[1].count == 3U);
}

BOOST_AUTO_TEST_CASE(errors_in_a_file_are_named) {
  const auto complaint = [](const std::string& text) {
    return read_scenario(text).error().message;
  };
  BOOST_TEST(complaint("fault: []").find("faults, times") != std::string::npos);
  BOOST_TEST(complaint("faults: [{kind: fire}]").find("faults[0].kind is \"fire\"") !=
             std::string::npos);
  BOOST_TEST(complaint("faults: [{path: x}]").find("a map with kind") != std::string::npos);
  BOOST_TEST(complaint("faults: [{kind: slow, when: x}]").find("probability") != std::string::npos);
  BOOST_TEST(complaint("faults: [{kind: slow, profile: acme}]").find("openbmc") !=
             std::string::npos);
  BOOST_TEST(complaint("faults: [{kind: slow, method: get}]").find("GET") != std::string::npos);
  BOOST_TEST(complaint("faults: [{kind: slow, count: 0}]").find("from 1") != std::string::npos);
  BOOST_TEST(complaint("faults: [{kind: slow, probability: 2}]").find("from 0 to 1") !=
             std::string::npos);
  BOOST_TEST(complaint("times: {lunch: 1}").find("power_on") != std::string::npos);
  BOOST_TEST(complaint("times: {post: -1}").find("86400") != std::string::npos);
  for (const auto* order : {"Pxe", "[Tape]", "[Pxe, Pxe]", "[1]"})
    BOOST_TEST(complaint("boot_order: " + std::string{order}).find("each once at most") !=
               std::string::npos);
  BOOST_TEST(complaint("[").find("line") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(responses_are_late_rejected_or_lost) {
  bmc_fixture one{"dell", scenario_of(R"(
faults:
  - {kind: slow, path: /redfish/v1, count: 1, seconds: 3}
  - {kind: unavailable, path: /redfish, count: 1, seconds: 7}
  - {kind: half_answer, path: /redfish/v1/odata, count: 1}
  - {kind: no_answer, path: /redfish/v1/odata}
)")};
  BOOST_TEST((one.bmc.answer_to(root).delay == 3s));
  BOOST_TEST((one.bmc.answer_to(root).delay == 0s));
  const auto refused = one.ask("GET", "/redfish");
  BOOST_TEST(refused.status == 503U);
  BOOST_TEST(http::find_header(refused.headers, "Retry-After") == "7");
  BOOST_TEST(one.ask("GET", "/redfish").status == 200U);
  const http::request data{"GET", "/redfish/v1/odata", {}, {}};
  one.bmc.answer_to(data);
  BOOST_TEST((one.bmc.answer_to(data).how == delivery::none));
}

BOOST_AUTO_TEST_CASE(lost_session_wrong_tag_and_restart) {
  bmc_fixture one{"dell", scenario_of(R"(
faults:
  - {kind: session_lost, path: "*/Chassis"}
  - {kind: wrong_etag, path: "*/Managers/*"}
  - {kind: bmc_restart, path: "*/TaskService", seconds: 30}
)")};
  const auto opened = one.post("/redfish/v1/SessionService/Sessions",
                               {{"UserName", "root"}, {"Password", one.bmc.who().password}});
  BOOST_TEST(one.ask("GET", "/redfish/v1/Chassis", nullptr, one.token(opened)).status == 401U);
  const auto changed = one.patch(one.manager(), {{"DateTime", "2030-01-01T00:00:00Z"}});
  BOOST_TEST(changed.status == 412U);
  BOOST_TEST(one.ask("GET", "/redfish/v1/TaskService").status == 200U);
  BOOST_TEST((one.bmc.answer_to(root).how == delivery::none));
  one.pass(30s);
  BOOST_TEST((one.bmc.answer_to(root).how == delivery::whole));
}

BOOST_AUTO_TEST_CASE(random_choices_depend_on_the_seed) {
  const auto plan = scenario_of("faults: [{kind: slow, probability: 0.5}]");
  const auto run = [&] {
    bmc_fixture one{"dell", plan};
    std::string out;
    for (int i = 0; i < 64; ++i) out += one.bmc.answer_to(root).delay > 0s ? 'x' : '.';
    return out;
  };
  const auto first = run();
  BOOST_TEST(first == run());
  BOOST_TEST(first.find('x') != std::string::npos);
  BOOST_TEST(first.find('.') != std::string::npos);
}

BOOST_AUTO_TEST_CASE(star_matches_anything) {
  BOOST_TEST(simulator::fits_pattern("*/Tasks/*", "/redfish/v1/Tasks/1"));
  BOOST_TEST(simulator::fits_pattern("/a*b*c", "/abbbc"));
  BOOST_TEST(!simulator::fits_pattern("/a*b", "/abc"));
  BOOST_TEST(simulator::fits_pattern("*", ""));
  BOOST_TEST(!simulator::fits_pattern("", "/"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
