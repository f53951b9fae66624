#include "drivers/agent/agent_interface.hpp"
#include "tests/support/raw_server.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <optional>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

agent_options near_and_quick() {
  agent_options out;
  out.command_timeout = 400ms;
  out.command_retry_pause = 5ms;
  out.command_attempts_max = 2;
  out.answer_bytes_max = 4096;
  out.answer_depth_max = 10;
  return out;
}

policy_ptr with_agents_in(std::vector<ip_network> networks) {
  auto out = std::make_shared<installation_policy>();
  out->callbacks.allowed = std::move(networks);
  return out;
}

policy_ptr near_agents() { return with_agents_in({parse_network("127.0.0.0/8").value()}); }

step_request cleaning_step(uint16_t port) {
  step_request x;
  x.id = {"n-1", "op-1", 4, 1};
  x.kind = workflow::automated_clean;
  x.what.interface = "deploy";
  x.what.name = "erase_devices";
  x.what.in_agent = true;
  x.on.uuid = "n-1";
  x.on.driver_info = {{"ipmi_password", "geheim"}};
  x.on.driver_internal_info = {{"agent_url", "http://127.0.0.1:" + std::to_string(port)},
                               {"agent_secret_token", "the-token"}};
  return x;
}

step_outcome run_on(const agent_options& options, const step_request& request,
                    const policy_ptr& policy = near_agents()) {
  boost::asio::io_context io;
  agent_interface subject{std::make_shared<agent_context>(io, policy, options)};
  std::optional<step_outcome> out;
  subject.run(request, [&](step_outcome y) { out = std::move(y); });
  io.run();
  BOOST_REQUIRE(out.has_value());
  return *out;
}

std::optional<step_outcome> probe_on(const agent_options& options, const step_request& request) {
  boost::asio::io_context io;
  agent_interface subject{std::make_shared<agent_context>(io, near_agents(), options)};
  std::optional<step_outcome> out;
  subject.probe(request, [&](std::optional<step_outcome> y) { out = std::move(y); });
  io.run();
  return out;
}

bool says(const std::string& text, std::string_view what) {
  return text.find(what) != std::string::npos;
}

/// What agents say of a command; not what they were told with it.
std::string command_text(const std::string& id, const std::string& status, const json& more = {}) {
  json out = {{"id", id},
              {"command_name", "execute_clean_step"},
              {"command_status", status},
              {"command_error", nullptr},
              {"command_result", nullptr}};
  if (more.is_object()) out.update(more);
  return to_text(out);
}

std::string list_text(const std::string& commands) { return "{\"commands\": [" + commands + "]}"; }

const auto token_refusal =
    http_text(401, R"({"faultcode": "Client", "faultstring": "401 Unauthorized: Token invalid."})");

/// Refuses every request without the token, those that only ask included.
raw_server::answerer with_token(raw_server::answerer then) {
  return [=](const std::string& request, const raw_server::sender& send) {
    const auto line = request.substr(0, request.find("\r\n"));
    return says(line, "agent_token=the-token HTTP/1.1") ? then(request, send)
                                                        : void(send(token_refusal));
  };
}

/// An agent that answers POST, GET of the list of commands, and GET of one of them.
raw_server::answerer answering(std::string post, std::string get,
                               std::string get_one = http_text(404, "{}")) {
  return with_token([=](const std::string& request, const raw_server::sender& send) {
    const bool one = !request.starts_with("GET /v1/commands/?");
    send(request.starts_with("POST") ? post : one ? get_one : get);
  });
}

std::string failure_with(const raw_server::answerer& hostile) {
  raw_server agent{hostile};
  const auto out = run_on(near_and_quick(), cleaning_step(agent.port()));
  BOOST_TEST((out.status == step_status::failed));
  return out.reason;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(agent_clients)

BOOST_AUTO_TEST_CASE(a_step_is_handed_over_with_token_and_masked_secrets) {
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

BOOST_AUTO_TEST_CASE(the_end_of_a_step_is_found_by_its_command) {
  raw_server agent{answering(
      "", http_text(200, list_text(command_text("c-6", "SUCCEEDED") + "," +
                                   command_text("c-7", "FAILED",
                                                {{"command_error", {{"details", "no disk"}}}}))))};
  auto x = cleaning_step(agent.port());
  x.on.driver_internal_info["agent_command"] = "c-7";
  BOOST_TEST(probe_on(near_and_quick(), x)->reason == "no disk");
  x.on.driver_internal_info["agent_command"] = "c-6";
  BOOST_TEST((probe_on(near_and_quick(), x)->status == step_status::done));
  x.on.driver_internal_info["agent_command"] = "c-5";
  BOOST_TEST((probe_on(near_and_quick(), x)->status == step_status::interrupted));
}

// The list holds all that the agent has been told: it grows with every step.
BOOST_AUTO_TEST_CASE(an_agent_is_asked_for_the_one_command_that_matters) {
  raw_server agent{answering("", "", http_text(200, command_text("c-7", "SUCCEEDED")))};
  auto x = cleaning_step(agent.port());
  x.on.driver_internal_info["agent_command"] = "c-7";
  BOOST_TEST((probe_on(near_and_quick(), x)->status == step_status::done));
  BOOST_REQUIRE(agent.requests().size() == 1U);
  BOOST_TEST(agent.requests()[0].starts_with("GET /v1/commands/c-7?agent_token=the-token "));
}

BOOST_AUTO_TEST_CASE(the_list_is_asked_for_where_one_command_tells_nothing) {
  const auto list = http_text(200, list_text(command_text("c-7", "SUCCEEDED")));
  for (const auto& one : {http_text(404, "{}"), http_text(200, "nonsense"), http_text(500, "{}"),
                          http_text(200, command_text("c-8", "FAILED"))}) {
    raw_server agent{answering("", list, one)};
    auto x = cleaning_step(agent.port());
    x.on.driver_internal_info["agent_command"] = "c-7";
    BOOST_TEST((probe_on(near_and_quick(), x)->status == step_status::done));
    BOOST_TEST(agent.requests().size() == 2U);
  }
}

BOOST_AUTO_TEST_CASE(an_id_that_is_none_is_put_into_no_path) {
  for (const std::string id :
       {"../status", "a/b", "a?b", "a#b", "a b", "a\r\nX: y", "%2e%2e", "."}) {
    const auto list = list_text(to_text(
        json{{"id", id}, {"command_name", "execute_clean_step"}, {"command_status", "SUCCEEDED"}}));
    raw_server agent{answering("", http_text(200, list), "")};
    auto x = cleaning_step(agent.port());
    x.on.driver_internal_info["agent_command"] = id;
    BOOST_TEST((probe_on(near_and_quick(), x)->status == step_status::done), id);
    BOOST_REQUIRE(agent.requests().size() == 1U);
    BOOST_TEST(agent.requests()[0].starts_with("GET /v1/commands/?agent_token=the-token "));
  }
}

BOOST_AUTO_TEST_CASE(a_step_that_goes_on_is_no_news) {
  raw_server agent{answering("", http_text(200, list_text(command_text("c-7", "RUNNING"))))};
  auto x = cleaning_step(agent.port());
  x.deadline = system_clock{}.now() + 1h;
  x.on.driver_internal_info["agent_command"] = "c-7";
  BOOST_TEST(!probe_on(near_and_quick(), x).has_value());
  x.deadline = system_clock{}.now() - 1s;  // the node's own is near
  BOOST_TEST((probe_on(near_and_quick(), x)->status == step_status::waiting));
}

BOOST_AUTO_TEST_CASE(a_busy_agent_is_asked_again_later) {
  raw_server agent{answering(http_text(409, R"({"faultstring": "Agent is busy"})"), "")};
  const auto out = run_on(near_and_quick(), cleaning_step(agent.port()));
  BOOST_TEST((out.status == step_status::waiting));
  BOOST_TEST(out.observed.driver_internal_info["agent_command"].is_null());
}

BOOST_AUTO_TEST_CASE(an_agent_that_refuses_our_token_is_not_ours) {
  for (const auto& refusal : {token_refusal, http_text(403, "403 Forbidden: Token invalid.")}) {
    raw_server agent{answering(refusal, refusal, refusal)};
    auto x = cleaning_step(agent.port());
    for (const std::string known : {"", "c-7"}) {  // told the step, asked for all, asked for one
      x.on.driver_internal_info["agent_command"] = known;
      for (const auto& out : {run_on(near_and_quick(), x), probe_on(near_and_quick(), x).value()}) {
        BOOST_TEST((out.status == step_status::failed));
        BOOST_TEST(out.agent_gone);
        BOOST_TEST(says(out.reason, "Token invalid."));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(an_agent_of_a_release_without_tokens_is_asked_without_one) {
  raw_server agent{[](const std::string&, const raw_server::sender& send) {
    send(http_text(200, list_text(command_text("c-7", "SUCCEEDED"))));
  }};
  auto x = cleaning_step(agent.port());
  x.on.driver_internal_info.erase("agent_secret_token");
  x.on.driver_internal_info["agent_command"] = "/";
  probe_on(near_and_quick(), x);
  BOOST_REQUIRE(agent.requests().size() == 1U);
  BOOST_TEST(agent.requests()[0].starts_with("GET /v1/commands/ HTTP"));
}

BOOST_AUTO_TEST_CASE(an_order_whose_answer_was_lost_is_not_given_twice) {
  raw_server agent{[](const std::string& request, const raw_server::sender& send) {
    if (request.starts_with("GET")) send(http_text(200, list_text(command_text("c-8", "RUNNING"))));
  }};
  const auto out = run_on(near_and_quick(), cleaning_step(agent.port()));
  BOOST_TEST(out.observed.driver_internal_info["agent_command"] == "c-8");
  BOOST_TEST(agent.requests().size() == 2U);
}

// Agents do not repeat what they were told: their commands are told apart by their order.
BOOST_AUTO_TEST_CASE(what_an_agent_was_told_before_is_not_taken_for_a_lost_order) {
  int posts = 0;
  raw_server agent{with_token([&](const std::string& request, const raw_server::sender& send) {
    if (request.starts_with("GET"))
      send(http_text(200, list_text(command_text("c-6", "SUCCEEDED") + "," +
                                    command_text("c-7", "SUCCEEDED"))));
    else if (++posts == 2)
      send(http_text(200, command_text("c-8", "SUCCEEDED")));
  })};
  auto x = cleaning_step(agent.port());
  x.on.driver_internal_info["agent_command"] = "c-7";
  const auto out = run_on(near_and_quick(), x);
  BOOST_TEST((out.status == step_status::done));
  BOOST_TEST(posts == 2);
  BOOST_TEST(out.observed.driver_internal_info["agent_command"] == "c-8");
}

// It answers neither the order nor, at first, what has become of it: a busy machine.
BOOST_AUTO_TEST_CASE(an_order_is_not_given_again_before_the_agent_says_that_it_has_it_not) {
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
  gets = 2;  // from now on it says nothing
  out = run_on(near_and_quick(), cleaning_step(agent.port()));
  BOOST_TEST((out.status == step_status::failed));
  BOOST_TEST(posts == 2);
  gets = 0;
  list = http_text(200, list_text(""));
  auto options = near_and_quick();
  options.command_attempts_max = 3;
  run_on(options, cleaning_step(agent.port()));
  BOOST_TEST(posts == 4);  // it has said that it has not got it
}

BOOST_AUTO_TEST_CASE(an_agent_that_cannot_be_reached_fails_the_step_and_only_doubt_makes_it_lost) {
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

BOOST_AUTO_TEST_CASE(hostile_answers_are_cut_off_with_a_reason) {
  BOOST_TEST(says(failure_with(answering(http_text(200, std::string(5000, ' ')), "")), "larger"));
  const auto deep = std::string(50, '[') + std::string(50, ']');
  BOOST_TEST(says(failure_with(answering(http_text(200, deep), "")), "deeper"));
  BOOST_TEST(says(failure_with(answering(http_text(200, "{\"id\": 7}"), "")), "command_status"));
  BOOST_TEST(says(failure_with(answering(http_text(200, "nonsense"), "")), "JSON"));
  BOOST_TEST(
      says(failure_with(answering(http_text(302, "", "Location: http://127.0.0.1:1/\r\n"), "")),
           "redirect"));
  BOOST_TEST(says(failure_with(answering("SSH-2.0-OpenSSH\r\n\r\n", "")), "HTTP"));
  const auto long_head = "HTTP/1.1 200 OK\r\nX: " + std::string(100'000, 'x') + "\r\n\r\n";
  BOOST_TEST(failure_with(answering(long_head, "")) != "");
}

BOOST_AUTO_TEST_CASE(what_has_no_end_beside_the_body_is_cut_off) {
  const std::string head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string much(10'000, 'x');
  struct row {
    std::string begin, more, because;
  };
  for (const auto& x :
       {row{head + "1;", much, "larger"}, row{head, "1;" + much + "\r\nx\r\n", "larger"},
        row{head + "0\r\n", "X: " + much + "\r\n", "larger"}, row{head, "1\r\n \r\n", "larger"},
        row{"", "HTTP/1.1 100 Continue\r\n\r\n", "status 100"}}) {
    const auto endless = [&](const std::string&, const raw_server::sender& send) {
      send(x.begin);
      for (int i = 0; i < 5'000'000 && send(x.more); ++i) continue;
    };
    BOOST_TEST(says(failure_with(endless), x.because), x.begin + x.more.substr(0, 20));
  }
}

BOOST_AUTO_TEST_CASE(slow_and_endless_answers_end_with_the_time_limit) {
  const auto began = std::chrono::steady_clock::now();
  raw_server agent{[](const std::string&, const raw_server::sender& send) {
    send("HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n");
    // This is its pace: each byte comes well within the limit, the last one long after it.
    for (int i = 0; i < 300 && send(" "); ++i) std::this_thread::sleep_for(10ms);
  }};
  auto options = near_and_quick();
  options.command_attempts_max = 1;
  BOOST_TEST(says(run_on(options, cleaning_step(agent.port())).reason, "400 ms"));
  BOOST_TEST((std::chrono::steady_clock::now() - began < 3s));
}

BOOST_AUTO_TEST_CASE(nothing_is_sent_where_no_agent_is) {
  raw_server agent{answering(http_text(200, command_text("c-7", "RUNNING")), "")};
  const auto options = near_and_quick();
  const auto anywhere = with_agents_in({});
  auto x = cleaning_step(agent.port());
  BOOST_TEST(says(run_on(options, x, anywhere).reason, "loopback"));
  x.on.driver_internal_info["agent_url"] = "http://localhost:" + std::to_string(agent.port());
  // A name is judged by what it stands for.
  BOOST_TEST(says(run_on(options, x, anywhere).reason, "loopback"));
  BOOST_TEST(agent.requests().empty());
}

BOOST_AUTO_TEST_CASE(another_hardware_manager_brings_its_steps) {
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
