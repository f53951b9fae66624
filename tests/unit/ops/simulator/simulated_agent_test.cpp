#include "ops/simulator/agent/simulated_agent.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus::test {

using namespace std::chrono_literals;
using namespace simulator;

namespace {

const std::string token(43, 't');
const json lookup{{"node", {{"uuid", "7c1f2d6e-0d0a-4d7e-9f0e-5a3c6c1b7a02"}}},
                  {"config", {{"heartbeat_timeout", 200}, {"agent_token", token}}}};

agent_script plain_script() {
  return read_script({{"addresses", {"52:54:00:00:00:01"}},
                      {"steps",
                       {{"clean", {{{"step", "erase_devices"}}, {{"step", "burnin_cpu"}}}},
                        {"deploy", json::array({{{"step", "write_image"}}})}}}})
      .value();
}

/// An agent that has found its node.
struct up {
  explicit up(agent_script script = plain_script())
      : agent{std::move(script), "https://192.0.2.1/agents/0", {}, "PEM"} {
    agent.power_on(simulated_agent::source::anything);
    agent.looked_up(200, lookup);
  }

  agent_answer order(const std::string& name, const json& params) {
    return agent.handle({"POST", "/v1/commands/", "wait=false&agent_token=" + token,
                         to_text({{"name", name}, {"params", params}})},
                        {});
  }
  agent_answer step(const std::string& phase, const json& step) {
    return order(phase + ".execute_" + phase + "_step",
                 {{"step", step}, {"node", {{"uuid", "u"}}}, {"ports", json::array()}});
  }

  simulated_agent agent;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(one_simulated_agent)

BOOST_AUTO_TEST_CASE(written_disk_boots_and_erased_disk_does_not) {
  up one;
  one.step("clean", {{"step", "erase_devices"}});
  BOOST_TEST((one.agent.end_command().disk == disk_effect::erased));
  one.step("clean", {{"step", "burnin_cpu"}});
  BOOST_TEST((one.agent.end_command().disk == disk_effect::none));
  const json image{{"id", "a"}, {"urls", {"http://192.0.2.80/a"}}, {"checksum", "0"}};
  one.step("deploy", {{"step", "write_image"}, {"args", {{"image_info", image}}}});
  BOOST_TEST((one.agent.end_command().disk == disk_effect::written));
  one.order("standby.prepare_image", {{"image_info", image}});
  BOOST_TEST((one.agent.end_command().disk == disk_effect::written));
}

BOOST_AUTO_TEST_CASE(failed_command_has_no_effect) {
  up one;
  one.step("deploy", {{"step", "write_image"}, {"args", {{"image_info", json::object()}}}});
  const auto outcome = one.agent.end_command();
  BOOST_TEST((outcome.disk == disk_effect::none));
  BOOST_TEST((outcome.next == after_command::tell));
}

BOOST_AUTO_TEST_CASE(partition_image_requires_all_sizes) {
  json image{{"id", "a"},         {"urls", {"http://192.0.2.80/a"}},
             {"checksum", "0"},   {"image_type", "partition"},
             {"root_mb", 1024},   {"swap_mb", 0},
             {"ephemeral_mb", 0}, {"preserve_ephemeral", false}};
  up one;
  one.step("deploy", {{"step", "write_image"}, {"args", {{"image_info", image}}}});
  BOOST_TEST((one.agent.end_command().disk == disk_effect::none));
  image["ephemeral_format"] = nullptr;
  one.step("deploy", {{"step", "write_image"}, {"args", {{"image_info", image}}}});
  BOOST_TEST((one.agent.end_command().disk == disk_effect::written));
}

BOOST_AUTO_TEST_CASE(agent_shuts_down_or_reboots_its_machine_and_stays_silent) {
  up one;
  one.order("standby.power_off", json::object());
  BOOST_TEST((one.agent.end_command().next == after_command::power_off));
  BOOST_TEST((one.agent.state() == simulated_agent::mode::silent));
  up other;
  other.order("standby.run_image", json::object());
  BOOST_TEST((other.agent.end_command().next == after_command::reboot));
  up locked;
  locked.order("system.lockdown", json::object());
  BOOST_TEST((locked.agent.state() == simulated_agent::mode::silent));
}

BOOST_AUTO_TEST_CASE(inspection_data_is_sent_after_image_boot_or_on_request) {
  simulated_agent agent{plain_script(), "https://192.0.2.1/agents/0", {}, {}};
  agent.power_on(simulated_agent::source::image);
  BOOST_TEST(agent.inspection_target() == "/v1/continue_inspection");
  agent.inspected(404, json::object());
  BOOST_TEST(agent.inspection_target().empty());
  agent.power_on(simulated_agent::source::network);
  BOOST_TEST(agent.inspection_target().empty());
  agent.booted(200,
               "kernel k ipa-api-url=http://h:1 "
               "ipa-inspection-callback-url=http://h:1/v1/continue_inspection\n");
  BOOST_TEST(agent.inspection_target() == "/v1/continue_inspection");
  agent.power_on(simulated_agent::source::network);
  agent.booted(404, {});
  BOOST_TEST((agent.state() == simulated_agent::mode::disk));
}

BOOST_AUTO_TEST_CASE(inspection_data_contains_the_inventory) {
  simulated_agent agent{plain_script(), {}, {}, {}};
  const auto told = agent.inspection_body({{"disks", json::array({{{"name", "/dev/sda"}}})}});
  BOOST_TEST(told["root_disk"]["name"] == "/dev/sda");
  BOOST_TEST(told["inventory"]["interfaces"][0]["mac_address"] == "52:54:00:00:00:01");
  BOOST_TEST(told["error"].is_null());
}

BOOST_AUTO_TEST_CASE(responses_of_the_service_are_validated) {
  for (const json& odd :
       {json(nullptr), json(json::value_t::discarded), json::array(), json{{"config", 1}},
        json{{"node", 1}, {"config", {{"heartbeat_timeout", "soon"}}}},
        json{{"node", 1}, {"config", {{"heartbeat_timeout", 200}, {"agent_token", nullptr}}}}}) {
    simulated_agent agent{plain_script(), {}, {}, {}};
    agent.power_on(simulated_agent::source::anything);
    BOOST_TEST(!agent.looked_up(200, odd));
    BOOST_TEST((agent.state() == simulated_agent::mode::looking));
    agent.greeted(200, odd);
    agent.inspected(202, odd);
  }
  simulated_agent agent{plain_script(), {}, {}, {}};
  agent.power_on(simulated_agent::source::anything);
  agent.greeted(200, {{"default_version", {{"version", "1.x"}}}});
  BOOST_TEST(agent.version_to_ask(62) == "1.31");
}

BOOST_AUTO_TEST_CASE(agent_knows_the_heartbeat_timeout) {
  up one;
  BOOST_TEST((one.agent.heartbeat_timeout() == 200s));
  one.agent.heartbeat_answered(409);
  BOOST_TEST(one.agent.was_heartbeat_refused());
  one.agent.heartbeat_answered(202);
  BOOST_TEST(!one.agent.was_heartbeat_refused());
  BOOST_TEST(one.agent.heartbeat_body()["agent_token"].is_null());  // the service is an old release
  one.agent.greeted(200, {{"default_version", {{"version", "1.109"}}}});
  const auto body = one.agent.heartbeat_body();
  BOOST_TEST(body["agent_token"] == token);
  BOOST_TEST(body["agent_verify_ca"] == "PEM");
  BOOST_TEST(body["callback_url"] == "https://192.0.2.1/agents/0");
}

BOOST_AUTO_TEST_CASE(commands_are_not_recorded_without_journal) {
  auto script = plain_script();
  script.keeps_journal = false;
  script.calls_kept = 0;
  up one{script};
  BOOST_TEST(one.step("clean", {{"step", "erase_devices"}}).status == 200U);
  one.agent.end_command();
  const auto report = one.agent.report();
  BOOST_TEST(report["orders"].empty());
  BOOST_TEST(report["runs"].empty());
  BOOST_TEST(report["calls"].empty());
  BOOST_TEST(report["steps_run"] == 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
