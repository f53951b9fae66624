#include "drivers/agent/protocol/agent_offer.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

const timestamp then{std::chrono::sys_days{std::chrono::year{2026} / 1 / 1}};

json offer_of(json steps) {
  return {{"clean_steps", {{"GenericHardwareManager", std::move(steps)}}},
          {"hardware_manager_version", {{"generic", "1.2"}}}};
}

const agent_dialect& cleaning() { return *dialect_of(workflow::automated_clean); }

result<facts> read(const json& answer, const json& known = json::object()) {
  return read_offer(cleaning(), answer, known, then, 3);
}

bool refuses(const json& answer, std::string_view because) {
  const auto out = read(answer);
  return !out && out.error().message.find(because) != std::string::npos;
}

agent_command parsed(const json& more) {
  json document = {
      {"id", "c-1"}, {"command_name", "execute_clean_step"}, {"command_status", "RUNNING"}};
  if (more.is_object()) document.update(more);
  return parse_command(document).value();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(agent_answers)

BOOST_AUTO_TEST_CASE(stores_steps_by_interface_in_the_agents_order) {
  const auto got = read(offer_of({{{"interface", "deploy"},
                                   {"step", "erase_devices"},
                                   {"priority", 10},
                                   {"abortable", true},
                                   {"argsinfo", {{"force", {{"required", true}}}}}},
                                  {{"interface", "raid"}, {"step", "create"}, {"priority", 10.5}}}))
                       .value();
  const auto& cache = got.driver_internal_info["agent_cached_clean_steps"];
  BOOST_TEST(cache["deploy"][0]["step"] == "erase_devices");
  BOOST_TEST(cache["deploy"][0]["abortable"] == true);
  BOOST_TEST(cache["deploy"][0]["argsinfo"]["force"]["required"] == true);
  BOOST_TEST(cache["raid"][0]["priority"] == 10.5);  // unchanged
  BOOST_TEST(got.driver_internal_info["hardware_manager_version"]["generic"] == "1.2");
}

BOOST_AUTO_TEST_CASE(removes_steps_that_are_no_longer_offered) {
  json known = {{"agent_cached_clean_steps", {{"bios", json::array()}}},
                {"hardware_manager_version", {{"old", "1"}}}};
  const auto got = read(offer_of(json::array()), known).value();
  known.merge_patch(got.driver_internal_info);
  BOOST_TEST(!known["agent_cached_clean_steps"].contains("bios"));
  BOOST_TEST(known["hardware_manager_version"] == (json{{"generic", "1.2"}}));
}

BOOST_AUTO_TEST_CASE(rejects_malformed_lists) {
  BOOST_TEST(refuses(json::object(), "clean_steps"));
  BOOST_TEST(refuses({{"clean_steps", json::array()}}, "clean_steps"));
  BOOST_TEST(refuses({{"clean_steps", {{"m", 7}}}}, "list"));
  BOOST_TEST(refuses(offer_of({7}), "interface"));
  BOOST_TEST(refuses(offer_of({{{"interface", "deploy"}, {"priority", 1}}}), "step"));
  BOOST_TEST(refuses(offer_of({{{"interface", "deploy"}, {"step", "a"}}}), "priority"));
  BOOST_TEST(
      refuses(offer_of({{{"interface", "d"}, {"step", "a"}, {"priority", -1}}}), "priority"));
  BOOST_TEST(
      refuses(offer_of({{{"interface", "d"}, {"step", "a"}, {"priority", "1"}}}), "priority"));
  BOOST_TEST(refuses(offer_of({{{"interface", 7}, {"step", "a"}, {"priority", 1}}}), "interface"));
  auto many = json::array();
  for (int i = 0; i < 4; ++i)
    many.push_back({{"interface", "d"}, {"step", std::to_string(i)}, {"priority", 1}});
  BOOST_TEST(refuses(offer_of(many), "more than 3"));
}

BOOST_AUTO_TEST_CASE(rejects_invalid_names) {
  for (const std::string name :
       {"", "../../etc/passwd", "a b", "a\nb", "\x1b[31m", "a;b", "h\xc3\xb6"})
    for (const char* key : {"step", "interface"}) {
      json step = {{"interface", "deploy"}, {"step", "erase"}, {"priority", 1}};
      step[key] = name;
      BOOST_TEST(refuses(offer_of(json::array({step})), "letters"), name);
    }
  BOOST_TEST(refuses(offer_of({{{"interface", "d"}, {"step", std::string(256, 'x')}}}), "255"));
}

// All of it is stored with every change of the node.
BOOST_AUTO_TEST_CASE(rejects_steps_that_are_too_large) {
  const std::string text(300 * 1024, 'x');
  BOOST_TEST(refuses(offer_of({{{"interface", "deploy"},
                                {"step", "erase"},
                                {"priority", 1},
                                {"argsinfo", {{"a", {{"description", text}}}}}}}),
                     "steps are larger"));
  auto versions = offer_of(json::array());
  versions["hardware_manager_version"] = {{"m", text}};
  BOOST_TEST(refuses(versions, "versions are larger"));
}

BOOST_AUTO_TEST_CASE(understands_every_status) {
  BOOST_TEST((parsed({}).status == command_status::running));
  BOOST_TEST((parsed({{"command_status", "SUCCEEDED"}}).status == command_status::succeeded));
  BOOST_TEST((parsed({{"command_status", "CLEAN_VERSION_MISMATCH"}}).status ==
              command_status::version_mismatch));
  BOOST_TEST((parsed({{"command_status", "EXPLODED"}}).status == command_status::unknown));
  const auto failed =
      parsed({{"command_status", "FAILED"},
              {"command_error", {{"message", "m"}, {"details", "the\x1b[2Jdisk"}}}});
  BOOST_TEST(failed.error == "the [2Jdisk");
  BOOST_TEST(parsed({{"command_error", {{"type", "TypeError"}}}}).too_old);
  BOOST_TEST(parsed({{"command_name", "standby.sync"}}).name == "sync");
  BOOST_TEST(parsed({{"command_error", std::string(5000, 'x')}}).error.size() < 1100U);
  for (const auto& bad :
       {json(7), json::object(), json{{"id", "a"}, {"command_name", "b"}},
        json{{"id", 1}, {"command_name", "b"}, {"command_status", "RUNNING"}},
        json{{"id", std::string(256, 'x')}, {"command_name", "b"}, {"command_status", "RUNNING"}}})
    BOOST_TEST(!parse_command(bad).has_value());
  BOOST_TEST(!parse_commands({{"commands", {7}}}).has_value());
  BOOST_TEST(!parse_commands({{"commands", 7}}).has_value());
}

BOOST_AUTO_TEST_CASE(finds_a_lost_command_by_its_step_and_not_by_an_earlier_one) {
  const json step = {{"step", "a"}};
  for (const auto& offer : {json{{"command_params", {{"step", step}}}},  // until 2021
                            json{{"command_result", {{"clean_step", step}}}}}) {
    auto of_old = offer;
    auto of_now = offer;
    of_old["id"] = "c-0";
    of_now["id"] = "c-1";
    const std::vector<agent_command> both{parsed(of_old), parsed(of_now)};
    BOOST_TEST(find_last({both[0]}, "execute_clean_step", step, "c-0") == nullptr);
    BOOST_TEST(find_last(both, "execute_clean_step", step, "c-0")->id == "c-1");
    BOOST_TEST(find_last(both, "execute_clean_step", step, "c-1") == nullptr);
    BOOST_TEST(find_last(both, "execute_clean_step", {{"step", "b"}}, "") == nullptr);
    const std::vector<agent_command> working{both[0], parsed({{"id", "c-1"}})};
    BOOST_TEST(find_last(working, "execute_clean_step", {{"step", "b"}}, "c-0")->id == "c-1");
  }
}

BOOST_AUTO_TEST_CASE(reads_errors_in_any_format) {
  BOOST_TEST(agent_error_text(R"({"faultstring": "no"})") == "no");
  BOOST_TEST(agent_error_text(R"({"error_message": "{\"faultstring\": \"no\"}"})") == "no");
  BOOST_TEST(agent_error_text("plain") == "plain");
  BOOST_TEST(says_busy(409, ""));
  BOOST_TEST(says_busy(400, "Agent is busy"));
  BOOST_TEST(!says_busy(400, "bad"));
}

BOOST_AUTO_TEST_SUITE_END()
