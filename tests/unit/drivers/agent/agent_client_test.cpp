#include "agent_client_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(agent_clients)

BOOST_AUTO_TEST_CASE(a_short_command_is_polled_soon) {
  BOOST_TEST(command_poll_pause(0, 6s).count() == 200);
  BOOST_TEST(command_poll_pause(1, 6s).count() == 400);
  BOOST_TEST(command_poll_pause(4, 6s).count() == 3'200);
  for (const uint32_t polls : {5U, 31U, 32U, 100'000U})
    BOOST_TEST(command_poll_pause(polls, 6s).count() == 6'000);
  BOOST_TEST(command_poll_pause(0, 5ms).count() == 5);
}

BOOST_AUTO_TEST_CASE(sends_a_step_with_token_and_masked_secrets) {
  raw_server agent{answering(http_text(200, command_text("c-7", "RUNNING")), "")};
  const auto out = run_on(near_and_quick(), cleaning_step(agent.port()));
  BOOST_TEST((out.status == step_status::waiting));
  BOOST_TEST((out.waits_for == awaited::agent));
  BOOST_TEST(out.observed.driver_internal_info["agent_command"] == "c-7");
  BOOST_REQUIRE(agent.requests().size() == 1U);
  const auto& sent = agent.requests()[0];
  BOOST_TEST(says(sent, "POST /v1/commands/?wait=false&agent_token=the-token HTTP/1.1"));
  BOOST_TEST(says(sent, "clean.execute_clean_step"));
  BOOST_TEST(!says(sent, "geheim"));
  BOOST_TEST(!says(sent.substr(sent.find("\r\n")), "the-token"));
}

BOOST_AUTO_TEST_CASE(finds_the_end_of_a_step_by_its_command) {
  raw_server agent{answering(
      "", http_text(200, list_text(command_text("c-6", "SUCCEEDED") + "," +
                                   command_text("c-7", "FAILED",
                                                {{"command_error", {{"details", "no disk"}}}}))))};
  auto x = cleaning_step(agent.port());
  x.machine.driver_internal_info.edit()["agent_command"] = "c-7";
  BOOST_TEST(probe_on(near_and_quick(), x)->reason == "no disk");
  x.machine.driver_internal_info.edit()["agent_command"] = "c-6";
  BOOST_TEST((probe_on(near_and_quick(), x)->status == step_status::done));
  x.machine.driver_internal_info.edit()["agent_command"] = "c-5";
  BOOST_TEST((probe_on(near_and_quick(), x)->status == step_status::interrupted));
}

BOOST_AUTO_TEST_CASE(returns_the_agents_report_with_the_end_of_a_step) {
  const json erased{{"devices", {{{"name", "/dev/sda"}, {"serial", "S-1"}}}}};
  const auto ended_with = [](const json& said) {
    raw_server agent{answering(
        "",
        http_text(200, list_text(command_text("c-7", "SUCCEEDED", {{"command_result", said}}))))};
    auto x = cleaning_step(agent.port());
    x.machine.driver_internal_info.edit()["agent_command"] = "c-7";
    return probe_on(near_and_quick(), x).value().report;
  };
  BOOST_TEST(ended_with({{"clean_result", erased}}) == erased);
  BOOST_TEST(ended_with({{"clean_result", nullptr}}).is_null());
  BOOST_TEST(ended_with({{"clean_result", "done"}}).is_null());
  BOOST_TEST(ended_with({{"clean_result", json::object()}}).is_null());
}

// The list contains all commands and grows with every step.
BOOST_AUTO_TEST_CASE(asks_for_one_command_only) {
  raw_server agent{answering("", "", http_text(200, command_text("c-7", "SUCCEEDED")))};
  auto x = cleaning_step(agent.port());
  x.machine.driver_internal_info.edit()["agent_command"] = "c-7";
  BOOST_TEST((probe_on(near_and_quick(), x)->status == step_status::done));
  BOOST_REQUIRE(agent.requests().size() == 1U);
  BOOST_TEST(agent.requests()[0].starts_with("GET /v1/commands/c-7?agent_token=the-token "));
}

BOOST_AUTO_TEST_CASE(reads_the_list_if_one_command_is_not_enough) {
  const auto list = http_text(200, list_text(command_text("c-7", "SUCCEEDED")));
  for (const auto& one : {http_text(404, "{}"), http_text(200, "nonsense"), http_text(500, "{}"),
                          http_text(200, command_text("c-8", "FAILED"))}) {
    raw_server agent{answering("", list, one)};
    auto x = cleaning_step(agent.port());
    x.machine.driver_internal_info.edit()["agent_command"] = "c-7";
    BOOST_TEST((probe_on(near_and_quick(), x)->status == step_status::done));
    BOOST_TEST(agent.requests().size() == 2U);
  }
}

BOOST_AUTO_TEST_CASE(keeps_an_invalid_id_out_of_the_path) {
  for (const std::string id :
       {"../status", "a/b", "a?b", "a#b", "a b", "a\r\nX: y", "%2e%2e", "."}) {
    const auto list = list_text(to_text(
        json{{"id", id}, {"command_name", "execute_clean_step"}, {"command_status", "SUCCEEDED"}}));
    raw_server agent{answering("", http_text(200, list), "")};
    auto x = cleaning_step(agent.port());
    x.machine.driver_internal_info.edit()["agent_command"] = id;
    BOOST_TEST((probe_on(near_and_quick(), x)->status == step_status::done), id);
    BOOST_REQUIRE(agent.requests().size() == 1U);
    BOOST_TEST(agent.requests()[0].starts_with("GET /v1/commands/?agent_token=the-token "));
  }
}

BOOST_AUTO_TEST_CASE(reports_no_change_for_a_running_step) {
  raw_server agent{answering("", http_text(200, list_text(command_text("c-7", "RUNNING"))))};
  auto x = cleaning_step(agent.port());
  x.deadline = system_clock{}.now() + 1h;
  x.machine.driver_internal_info.edit()["agent_command"] = "c-7";
  BOOST_TEST(!probe_on(near_and_quick(), x).has_value());
  x.deadline = system_clock{}.now() - 1s;  // close to the node's own deadline
  BOOST_TEST((probe_on(near_and_quick(), x)->status == step_status::waiting));
}

BOOST_AUTO_TEST_CASE(retries_a_busy_agent_later) {
  raw_server agent{answering(http_text(409, R"({"faultstring": "Agent is busy"})"), "")};
  const auto out = run_on(near_and_quick(), cleaning_step(agent.port()));
  BOOST_TEST((out.status == step_status::waiting));
  BOOST_TEST(out.observed.driver_internal_info["agent_command"].is_null());
}

BOOST_AUTO_TEST_CASE(does_not_resend_a_command_that_the_agent_runs) {
  raw_server agent{answering(http_text(409, R"({"faultstring": "Agent is busy"})"),
                             http_text(200, list_text(command_text("c-7", "RUNNING"))))};
  auto x = cleaning_step(agent.port());
  auto out = run_on(near_and_quick(), x);
  BOOST_TEST((out.status == step_status::waiting));
  BOOST_TEST(out.observed.driver_internal_info["agent_command"] == "c-7");
  x.machine.driver_internal_info.edit()["agent_command"] = "c-7";  // the command of an earlier step
  out = run_on(near_and_quick(), x);
  BOOST_TEST(out.observed.driver_internal_info["agent_command"].is_null());
}

BOOST_AUTO_TEST_CASE(waits_for_a_command_of_a_dead_worker) {
  int asked = 0;
  const auto command_of = [](const char* name, const char* status) {
    return to_text(json{{"id", name}, {"command_name", name}, {"command_status", status}});
  };
  raw_server agent{[&](const std::string& request, const raw_server::sender& send) {
    const bool busy = asked < 3;
    const auto* status = busy ? "RUNNING" : "SUCCEEDED";
    const bool boots = says(request, "install_bootloader");
    if (request.starts_with("GET")) {
      ++asked;
      send(http_text(200, list_text(command_of("install_bootloader", status))));
    } else if (busy) {
      send(http_text(409, R"({"faultstring": "Agent is busy"})"));
    } else {
      send(
          http_text(200, command_of(boots ? "install_bootloader" : "get_partition_uuids", status)));
    }
  }};
  auto x = cleaning_step(agent.port());
  x.kind = workflow::deploy;
  x.what.name = "prepare_instance_boot";
  x.machine.instance_info = {{"capabilities", {{"boot_mode", "uefi"}}}};
  const auto out = run_on(near_and_quick(), x);
  BOOST_TEST((out.status == step_status::done), out.reason);
  BOOST_TEST(out.observed.driver_internal_info["deploy_boot_mode"] == "uefi");
}

BOOST_AUTO_TEST_CASE(fails_if_the_agent_rejects_the_token) {
  for (const auto& refusal : {token_refusal(), http_text(403, "403 Forbidden: Token invalid.")}) {
    raw_server agent{answering(refusal, refusal, refusal)};
    auto x = cleaning_step(agent.port());
    for (const std::string known : {"", "c-7"}) {  // one POST, one list, one command
      x.machine.driver_internal_info.edit()["agent_command"] = known;
      for (const auto& out : {run_on(near_and_quick(), x), probe_on(near_and_quick(), x).value()}) {
        BOOST_TEST((out.status == step_status::failed));
        BOOST_TEST(out.agent_gone);
        BOOST_TEST(says(out.reason, "Token invalid."));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(omits_the_token_for_agents_without_tokens) {
  raw_server agent{[](const std::string&, const raw_server::sender& send) {
    send(http_text(200, list_text(command_text("c-7", "SUCCEEDED"))));
  }};
  auto x = cleaning_step(agent.port());
  x.machine.driver_internal_info.erase("agent_secret_token");
  x.machine.driver_internal_info.edit()["agent_command"] = "/";
  probe_on(near_and_quick(), x);
  BOOST_REQUIRE(agent.requests().size() == 1U);
  BOOST_TEST(agent.requests()[0].starts_with("GET /v1/commands/ HTTP"));
}

BOOST_AUTO_TEST_CASE(does_not_resend_a_command_after_a_lost_response) {
  raw_server agent{[](const std::string& request, const raw_server::sender& send) {
    if (request.starts_with("GET")) send(http_text(200, list_text(command_text("c-8", "RUNNING"))));
  }};
  const auto out = run_on(near_and_quick(), cleaning_step(agent.port()));
  BOOST_TEST(out.observed.driver_internal_info["agent_command"] == "c-8");
  BOOST_TEST(agent.requests().size() == 2U);
}

// Agents do not repeat the params, so commands are distinguished by order.
BOOST_AUTO_TEST_CASE(does_not_take_an_earlier_command_for_a_lost_one) {
  int posts = 0;
  raw_server agent{with_token([&](const std::string& request, const raw_server::sender& send) {
    if (request.starts_with("GET"))
      send(http_text(200, list_text(command_text("c-6", "SUCCEEDED") + "," +
                                    command_text("c-7", "SUCCEEDED"))));
    else if (++posts == 2)
      send(http_text(200, command_text("c-8", "SUCCEEDED")));
  })};
  auto x = cleaning_step(agent.port());
  x.machine.driver_internal_info.edit()["agent_command"] = "c-7";
  const auto out = run_on(near_and_quick(), x);
  BOOST_TEST((out.status == step_status::done));
  BOOST_TEST(posts == 2);
  BOOST_TEST(out.observed.driver_internal_info["agent_command"] == "c-8");
}

// A worker that takes the step over does not know whether the command was sent.
BOOST_AUTO_TEST_CASE(does_not_take_over_an_earlier_step_of_the_same_name) {
  const auto earlier = command_text("c-6", "FAILED") + "," + command_text("c-7", "SUCCEEDED");
  raw_server before{answering("", http_text(200, list_text(earlier)))};
  auto x = cleaning_step(before.port());
  x.machine.driver_internal_info.edit()["agent_command"] = "c-7";
  BOOST_TEST(!recover_on(near_and_quick(), x).has_value());
  raw_server after{
      answering("", http_text(200, list_text(earlier + "," + command_text("c-8", "SUCCEEDED"))))};
  x.machine = cleaning_step(after.port()).machine;
  x.machine.driver_internal_info.edit()["agent_command"] = "c-7";
  const auto found = recover_on(near_and_quick(), x);
  BOOST_TEST_REQUIRE(found.has_value());
  BOOST_TEST((found->status == step_status::done));
  BOOST_TEST(found->observed.driver_internal_info["agent_command"] == "c-8");
}

// A busy machine answers neither the command nor, at first, the question about it.
BOOST_AUTO_TEST_CASE(resends_a_command_only_after_the_agent_denies_it) {
  int posts = 0;
  int gets = 0;
  std::string list;
  raw_server agent{[&](const std::string& request, const raw_server::sender& send) {
    if (request.starts_with("POST"))
      ++posts;
    else if (++gets == 2)
      send(list);
  }};
  list = http_text(200, list_text(command_text("c-7", "RUNNING")));
  auto out = run_on(near_and_quick(), cleaning_step(agent.port()));
  BOOST_TEST((out.status == step_status::waiting));
  BOOST_TEST(posts == 1);
  gets = 2;  // from now on it does not respond
  out = run_on(near_and_quick(), cleaning_step(agent.port()));
  BOOST_TEST((out.status == step_status::failed));
  BOOST_TEST(posts == 2);
  gets = 0;
  list = http_text(200, list_text(""));
  auto options = near_and_quick();
  options.command_attempts_max = 3;
  run_on(options, cleaning_step(agent.port()));
  BOOST_TEST(posts == 4);  // it has denied the command
}

BOOST_AUTO_TEST_CASE(an_unreachable_agent_fails_the_step_and_only_doubt_makes_it_lost) {
  uint16_t free = 0;
  {
    raw_server gone{answering("", "")};
    free = gone.port();
  }
  const auto x = cleaning_step(free);
  BOOST_TEST(says(run_on(near_and_quick(), x).reason, "cannot be reached"));
  BOOST_TEST(!probe_on(near_and_quick(), x).has_value());
  auto doubtful = x;
  doubtful.doubtful = true;
  BOOST_TEST(probe_on(near_and_quick(), doubtful)->agent_gone);
}

BOOST_AUTO_TEST_CASE(sends_nothing_without_an_agent) {
  raw_server agent{answering(http_text(200, command_text("c-7", "RUNNING")), "")};
  const auto options = near_and_quick();
  const auto anywhere = with_agents_in({});
  auto x = cleaning_step(agent.port());
  BOOST_TEST(says(run_on(options, x, anywhere).reason, "loopback"));
  x.machine.driver_internal_info.edit()["agent_url"] =
      "http://localhost:" + std::to_string(agent.port());
  // A name is checked by the addresses it resolves to.
  BOOST_TEST(says(run_on(options, x, anywhere).reason, "loopback"));
  BOOST_TEST(agent.requests().empty());
}

BOOST_AUTO_TEST_CASE(new_hardware_manager_versions_reload_the_steps) {
  const json offer = {{"clean_steps", {{"m", json::array()}}},
                      {"hardware_manager_version", {{"m", "2"}}}};
  raw_server agent{[&](const std::string& request, const raw_server::sender& send) {
    if (says(request, "get_clean_steps"))
      send(http_text(200, command_text("c-9", "SUCCEEDED", {{"command_result", offer}})));
    else
      send(http_text(200, command_text("c-8", "CLEAN_VERSION_MISMATCH")));
  }};
  const auto out = run_on(near_and_quick(), cleaning_step(agent.port()));
  BOOST_TEST((out.status == step_status::interrupted));
  BOOST_TEST(out.steps_changed);
  BOOST_TEST(out.observed.driver_internal_info["hardware_manager_version"]["m"] == "2");
}

BOOST_AUTO_TEST_SUITE_END()
