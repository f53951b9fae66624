#include "drivers/agent/protocol/agent_client.hpp"

#include "drivers/kit/http/http_client.hpp"
#include "drivers/kit/pause.hpp"
#include "messages/base/text.hpp"
#include "messages/model/agent_session.hpp"
#include "messages/platform/log.hpp"

#include <algorithm>

namespace ironbus {

namespace asio = boost::asio;

namespace {

template <class T>
using later = asio::awaitable<result<T>>;

agent_session session_of(const machine& x) { return read_agent_session(x.driver_internal_info); }

/// Tokens are URL-safe base64. Other characters must not get into a request line.
bool is_token(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '=' || c == '.';
  });
}

/// The request target: `below` /v1/commands/, with the token. Agents require it for every request,
/// older ones only for commands.
result<std::string> target_of(const machine& target_machine, const std::string& below) {
  const auto token = session_of(target_machine).token.value_or("");
  if (!is_token(token)) return fail(error_code::invalid, "The node's agent token is malformed.");
  if (token.empty()) return "/v1/commands/" + below;
  return "/v1/commands/" + below + (below.find('?') == std::string::npos ? '?' : '&') +
         "agent_token=" + token;
}

std::string body_of(const agent_order& x) {
  return to_text({{"name", x.name}, {"params", x.params}});
}

/// "execute_clean_step" of "clean.execute_clean_step".
std::string bare_name(const std::string& name) { return name.substr(name.find('.') + 1); }

failure refusal_of(const machine& target_machine, const http_response& response) {
  const auto text = agent_error_text(response.body);
  if (response.status == 401 || response.status == 403) {
    log::warn("the agent rejected the token",
              {{log_key::node, target_machine.uuid},
               {log_key::host, session_of(target_machine).url.value_or("")},
               {log_key::error, text}});
    return {error_code::forbidden, "The agent rejected the token: " + text};
  }
  if (says_busy(response.status, text)) return {error_code::conflict, "The agent is busy: " + text};
  if (response.status == 404)
    return {error_code::not_found, "The agent has no such command: " + text};
  return {error_code::invalid,
          "The agent answered with HTTP " + std::to_string(response.status) + ": " + text};
}

/// A new connection for each request and no HTTP retries: commands have their own rules for them.
http_client_options http_options(const agent_options& options, const callback_rules& callbacks) {
  http_client_options out;
  out.peer = "the agent";
  out.counted_as = http_peer::agent;
  out.connect_timeout = out.exchange_timeout = options.command_timeout;
  out.answer_bytes_max = options.answer_bytes_max;
  out.refused_address = [allowed = callbacks.allowed](const ip_address& address) {
    return std::string{refused_address(address, allowed)};
  };
  return out;
}

http_exchange by_http(const asio::any_io_executor& io, const agent_options& options,
                      const callback_rules& callbacks) {
  return [client = std::make_shared<const http_client>(io, http_options(options, callbacks))](
             http_request request) { return client->exchange(std::move(request)); };
}

/// How to verify the agent: by the certificate that it sent, else by the operator's.
tls_trust trust_of(const agent_options& options, const machine& target_machine) {
  const auto& limits = options.tls;
  using kind = tls_trust::kind;
  if (auto sent = session_of(target_machine).certificate.value_or(""); !sent.empty())
    return {kind::presented, std::move(sent), limits};
  if (auto given = member_text(target_machine.driver_info, "agent_verify_ca"); !given.empty())
    return {kind::certificates, std::move(given), limits};
  return trust_of_option(options.verify_ca, limits);
}

http_request question_to(const permit& allowed, const http_url& agent, tls_trust trust) {
  http_request out{allowed};
  out.server = {agent.secure, agent.host, agent.port};
  out.target = agent.path;
  out.headers = {{"Accept", "application/json"}, {"Content-Type", "application/json"}};
  out.trust = std::move(trust);
  return out;
}

bool may_be_tried_again(error_code x) {
  return x == error_code::unavailable || x == error_code::timeout;
}

}  // namespace

agent_client::agent_client(const asio::any_io_executor& io, policy_ptr policy,
                           agent_options options, http_exchange exchange)
    : policy_{std::move(policy)},
      options_{std::move(options)},
      exchange_{exchange ? std::move(exchange) : by_http(io, options_, policy_->callbacks)} {}

/// `below`: the path after /v1/commands/, without the token.
later<json> agent_client::ask(const permit& allowed, const machine& target_machine,
                              http_method method, std::string below, std::string body) const {
  const auto url = session_of(target_machine).url.value_or("");
  if (url.empty())
    co_return fail(error_code::unavailable, "The node's agent has not sent a heartbeat yet.");
  auto address = parse_callback_url(url, policy_->callbacks);
  if (!address)
    co_return fail(error_code::invalid,
                   "Cannot send a request to the agent: " + address.error().message);
  const auto target = target_of(target_machine, below);
  if (!target) co_return tl::unexpected(target.error());
  auto trust = trust_of(options_, target_machine);
  auto question = question_to(allowed, *address, std::move(trust));
  question.method = method;
  question.body = std::move(body);
  question.target += *target;
  auto answer = co_await exchange_(std::move(question));
  if (!answer) co_return tl::unexpected(as_failure(std::move(answer.error())));
  if (answer->status != 200) co_return tl::unexpected(refusal_of(target_machine, *answer));
  json_limits limits;
  limits.bytes = options_.answer_bytes_max;
  limits.depth = options_.answer_depth_max;
  auto read = parse_json(answer->body, limits);
  if (!read)
    co_return fail(error_code::invalid, "Invalid response of the agent. " + read.error().message);
  co_return std::move(*read);
}

later<agent_command> agent_client::command(const permit& allowed, const machine& target_machine,
                                           std::string id) const {
  const auto answer =
      co_await ask(allowed, target_machine, http_method::get, std::move(id), std::string());
  if (!answer) co_return tl::unexpected(answer.error());
  co_return parse_command(*answer);
}

later<std::vector<agent_command>> agent_client::commands(const permit& allowed,
                                                         const machine& target_machine) const {
  const auto answer =
      co_await ask(allowed, target_machine, http_method::get, std::string(), std::string());
  if (!answer) co_return tl::unexpected(answer.error());
  co_return parse_commands(*answer);
}

later<agent_command> agent_client::order_once(const permit& allowed, const machine& target_machine,
                                              const agent_order& wanted) const {
  const auto* query = wanted.wait ? "?wait=true" : "?wait=false";
  const auto answer =
      co_await ask(allowed, target_machine, http_method::post, query, body_of(wanted));
  if (!answer) co_return tl::unexpected(answer.error());
  co_return parse_command(*answer);
}

later<std::optional<agent_command>> agent_client::find_order(const permit& allowed,
                                                             const machine& target_machine,
                                                             const agent_order& wanted,
                                                             const std::string& previous) const {
  const auto all = co_await commands(allowed, target_machine);
  if (!all) co_return tl::unexpected(all.error());
  const auto step = wanted.params.value("step", json::object());
  const auto* found = find_last(*all, bare_name(wanted.name), step, previous);
  co_return found == nullptr ? std::nullopt : std::optional{*found};
}

/// The agent may be busy with this very command, sent by a worker that has died.
later<agent_command> agent_client::join_order(const permit& allowed, const machine& target_machine,
                                              const agent_order& wanted,
                                              const std::string& previous, failure busy) const {
  const auto found = co_await find_order(allowed, target_machine, wanted, previous);
  if (found && *found && (*found)->status == command_status::running) co_return **found;
  co_return tl::unexpected(std::move(busy));
}

later<agent_command> agent_client::order(const permit& allowed, const machine& target_machine,
                                         agent_order wanted, std::string previous) const {
  failure why;
  bool may_have_it =
      false;  // Until the agent reports that it does not have it: sent twice, it would run twice.
  for (uint32_t attempt = 1;; ++attempt) {
    if (!may_have_it) {
      auto given = co_await order_once(allowed, target_machine, wanted);
      if (!given && given.error().code == error_code::conflict)
        co_return co_await join_order(allowed, target_machine, wanted, previous, given.error());
      if (given || !may_be_tried_again(given.error().code)) co_return given;
      why = given.error();
      may_have_it = why.code == error_code::timeout;
    }
    const auto arrived = co_await find_order(allowed, target_machine, wanted, previous);
    if (arrived && *arrived) co_return **arrived;
    if (arrived) may_have_it = false;
    if (attempt >= options_.command_attempts_max) co_return tl::unexpected(why);
    co_await pause_for(options_.command_retry_pause);
  }
}

later<agent_command> agent_client::order_in_turn(const permit& allowed,
                                                 const machine& target_machine,
                                                 agent_order wanted) const {
  auto given = co_await order(allowed, target_machine, wanted);
  for (uint32_t i = 0; !given && given.error().code == error_code::conflict; ++i) {
    if (i >= options_.command_wait_attempts) break;
    co_await pause_for(options_.command_wait_interval);
    given = co_await order(allowed, target_machine, wanted);
  }
  co_return given;
}

later<agent_command> agent_client::carry_out(const permit& allowed, const machine& target_machine,
                                             agent_order wanted) const {
  auto now = co_await order_in_turn(allowed, target_machine, wanted);
  for (uint32_t i = 0; now && now->status == command_status::running; ++i) {
    if (i >= options_.command_wait_attempts)
      co_return fail(error_code::timeout,
                     "The agent did not finish the command " + wanted.name + " in time.");
    co_await pause_for(command_poll_pause(i, options_.command_wait_interval));
    const auto all = co_await commands(allowed, target_machine);
    if (!all && may_be_tried_again(all.error().code)) continue;
    if (!all) co_return tl::unexpected(all.error());
    const auto* found = find_command(*all, now->id);
    if (found == nullptr)
      co_return fail(error_code::unavailable,
                     "The agent restarted while it ran " + wanted.name + ".");
    now = *found;
  }
  if (now && now->status != command_status::succeeded)
    co_return fail(error_code::invalid, "The agent failed " + wanted.name + ": " + now->error);
  co_return now;
}

}  // namespace ironbus
