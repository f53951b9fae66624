#include "agent_client_fixture.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

namespace ironbus::test {

using namespace std::chrono_literals;

agent_options near_and_quick() {
  agent_options out;
  out.command_timeout = 400ms;
  out.command_retry_pause = 5ms;
  out.command_attempts_max = 2;
  out.command_wait_interval = 5ms;
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
  step_request out;
  out.id = {"n-1", "op-1", 4, 1};
  out.kind = workflow::automated_clean;
  out.what.interface = "deploy";
  out.what.name = "erase_devices";
  out.what.in_agent = true;
  out.machine.uuid = "n-1";
  out.machine.driver_info = {{"ipmi_password", "geheim"}};
  out.machine.driver_internal_info = {{"agent_url", "http://127.0.0.1:" + std::to_string(port)},
                                      {"agent_secret_token", "the-token"}};
  return out;
}

step_outcome run_on(const agent_options& options, const step_request& request,
                    const policy_ptr& policy) {
  boost::asio::io_context io;
  agent_interface subject{std::make_shared<agent_context>(io, policy, options)};
  std::optional<step_outcome> out;
  subject.run(permitted(request), [&](step_outcome found) { out = std::move(found); });
  io.run();
  BOOST_REQUIRE(out.has_value());
  return *out;
}

namespace {

using question = void (agent_interface::*)(permitted_step,
                                           std::function<void(std::optional<step_outcome>)>);

std::optional<step_outcome> ask_on(question asked, const agent_options& options,
                                   const step_request& request) {
  boost::asio::io_context io;
  agent_interface subject{std::make_shared<agent_context>(io, near_agents(), options)};
  std::optional<step_outcome> out;
  (subject.*asked)(permitted(request),
                   [&](std::optional<step_outcome> found) { out = std::move(found); });
  io.run();
  return out;
}

}  // namespace

std::optional<step_outcome> probe_on(const agent_options& options, const step_request& request) {
  return ask_on(&agent_interface::probe, options, request);
}

std::optional<step_outcome> recover_on(const agent_options& options, const step_request& request) {
  return ask_on(&agent_interface::recover, options, request);
}

bool says(const std::string& text, std::string_view what) {
  return text.find(what) != std::string::npos;
}

std::string command_text(const std::string& id, const std::string& status, const json& more) {
  json out = {{"id", id},
              {"command_name", "execute_clean_step"},
              {"command_status", status},
              {"command_error", nullptr},
              {"command_result", nullptr}};
  if (more.is_object()) out.update(more);
  return to_text(out);
}

std::string list_text(const std::string& commands) { return "{\"commands\": [" + commands + "]}"; }

const std::string& token_refusal() {
  static const auto text = http_text(
      401, R"({"faultcode": "Client", "faultstring": "401 Unauthorized: Token invalid."})");
  return text;
}

raw_server::answerer with_token(raw_server::answerer then) {
  return [=](const std::string& request, const raw_server::sender& send) {
    const auto line = request.substr(0, request.find("\r\n"));
    return says(line, "agent_token=the-token HTTP/1.1") ? then(request, send)
                                                        : void(send(token_refusal()));
  };
}

raw_server::answerer answering(std::string post, std::string get, std::string get_one) {
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

}  // namespace ironbus::test
