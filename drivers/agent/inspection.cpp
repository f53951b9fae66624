#include "drivers/agent/inspection.hpp"

#include "drivers/kit/http/http_client.hpp"
#include "drivers/kit/pause.hpp"
#include "drivers/port/driver.hpp"
#include "messages/base/text.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace ironbus {

namespace asio = boost::asio;

namespace {

using strings = std::vector<std::string>;

/// The host of an address in any format that operators use.
std::string host_in(std::string text) {
  if (const auto scheme = text.find("://"); scheme != std::string::npos) {
    text.erase(0, scheme + 3);
    text = text.substr(0, text.find_first_of("/?#"));
    if (const auto user = text.rfind('@'); user != std::string::npos) text.erase(0, user + 1);
  }
  if (text.starts_with('[')) return text.substr(1, text.find(']') - 1);
  const auto colon = text.find(':');
  const bool with_port =
      colon != std::string::npos && text.find(':', colon + 1) == std::string::npos;
  return with_port ? text.substr(0, colon) : text;
}

bool is_bridged(const json& driver_info) {
  const auto found = driver_info.find("ipmi_bridging");
  return found != driver_info.end() && found->is_string() && *found != "no";
}

/// Adds the IP addresses of a host; none if it cannot be resolved.
asio::awaitable<void> find_addresses(const std::string& host, std::set<std::string>& out) {
  boost::system::error_code e;
  asio::ip::tcp::resolver resolver(co_await asio::this_coro::executor);
  const auto found =
      co_await resolver.async_resolve(host, "0", asio::redirect_error(asio::use_awaitable, e));
  if (e) co_return;
  for (const auto& row : found)
    if (const auto address = row.endpoint().address();
        !address.is_loopback() && !address.is_unspecified())
      out.insert(address.to_string());
}

// -- api-calls ------------------------------------------------------------------------------------

/// The parts of a URL that rules may call.
struct api_target {
  http_url callback;
  std::string path;
};

result<api_target> read_target(const std::string& url) {
  callback_rules anywhere;  // the configuration names the allowed hosts
  for (const auto* network : {"0.0.0.0/0", "::/0"})
    anywhere.allowed.push_back(*parse_network(network));
  const auto scheme = url.find("://");
  const auto begin = scheme == std::string::npos ? scheme : url.find_first_of("/?#", scheme + 3);
  auto callback = parse_callback_url(url.substr(0, begin), anywhere);
  if (!callback) return tl::unexpected(callback.error());
  auto path = begin == std::string::npos ? std::string{"/"} : url.substr(begin);
  path = path.substr(0, path.find('#'));
  if (!path.starts_with('/')) path.insert(0, "/");
  const bool plain =
      std::all_of(path.begin(), path.end(), [](unsigned char c) { return c > ' ' && c < 127; });
  if (!plain) return fail(error_code::invalid, "the URL contains characters that must be escaped");
  return api_target{std::move(*callback), std::move(path)};
}

bool is_header_text(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return c >= ' ' && c != 127; });
}

bool is_header_name(const std::string& name) {
  static constexpr std::array<std::string_view, 4> ours{"host", "content-length",
                                                        "transfer-encoding", "connection"};
  return !name.empty() && std::find(ours.begin(), ours.end(), lower(name)) == ours.end() &&
         std::all_of(name.begin(), name.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; });
}

result<http_request> read_question(const permit& allowed, const json& args) {
  if (const auto& proxies = args.at("proxies"); !proxies.empty())
    return fail(error_code::invalid, "'proxies' are not supported");
  auto target = read_target(args.at("url").get<std::string>());
  if (!target) return tl::unexpected(target.error());
  http_request out{allowed};
  out.server = {target->callback.secure, target->callback.host, target->callback.port};
  out.target = std::move(target->path);
  out.headers = {{"Accept", "application/json"}, {"Content-Type", "application/json"}};
  for (const auto& [name, value] : args.at("headers").items()) {
    if (!value.is_string() || !is_header_name(name) || !is_header_text(value.get<std::string>()))
      return fail(error_code::invalid, "the header '" + name.substr(0, 64) + "' cannot be sent");
    out.headers.emplace_back(name, value.get<std::string>());
  }
  return out;
}

http_client_options call_options(const json& args) {
  http_client_options out;
  out.peer = "the called server";
  out.exchange_timeout =
      std::chrono::milliseconds{static_cast<int64_t>(args.at("timeout").get<double>() * 1000)};
  out.connect_timeout = out.exchange_timeout;
  out.answer_bytes_max = 1024 * 1024;
  return out;
}

bool may_help_to_repeat(const http_result& http_result) {
  static constexpr std::array<unsigned, 5> statuses{429, 500, 502, 503, 504};
  if (!http_result) return as_failure(http_result.error()).code != error_code::invalid;
  return std::find(statuses.begin(), statuses.end(), http_result->status) != statuses.end();
}

std::optional<std::string> error_of(const http_result& http_result) {
  if (!http_result) return http_result.error().message;
  if (http_result->status >= 400)
    return "it answered with HTTP " + std::to_string(http_result->status);
  return std::nullopt;
}

asio::awaitable<http_result> ask_often(const http_client& http, http_request question, int retries,
                                       double backoff) {
  for (int tries = 0;; ++tries) {
    auto answer = co_await http.exchange(question);
    if (tries >= retries || !may_help_to_repeat(answer)) co_return answer;
    const std::chrono::milliseconds pause{
        static_cast<int64_t>(1000 * backoff * std::pow(2.0, tries))};
    co_await pause_for(pause);
  }
}

step_outcome answered_with(const std::optional<std::string>& error) {
  auto out = step_done();
  out.answer = json::object();
  if (error) out.answer["error"] = *error;
  return out;
}

facts begin_facts(const std::set<std::string>& addresses, const std::string& kernel_params) {
  facts out;
  out.driver_internal_info = {{"lookup_bmc_addresses", addresses},
                              {"inspector_manage_boot", true},
                              {"inspection_kernel_params", kernel_params}};
  return out;
}

}  // namespace

std::set<std::string> bmc_hosts(const json& driver_info) {
  std::set<std::string> out;
  for (const auto& [key, value] : driver_info.items()) {
    if (!key.ends_with("_address") || !value.is_string()) continue;
    if (key.starts_with("ipmi_") && is_bridged(driver_info)) continue;
    if (auto host = host_in(value.get<std::string>()); !host.empty()) out.insert(std::move(host));
  }
  return out;
}

asio::awaitable<step_outcome> begin_inspection(agent_context& context, permitted_step request) {
  std::set<std::string> addresses;
  for (const auto& host : bmc_hosts(request.machine.driver_info))
    co_await find_addresses(host, addresses);
  co_return step_done(begin_facts(addresses, context.client.options().inspection_kernel_params));
}

asio::awaitable<step_outcome> await_inspection_data(agent_context&, permitted_step) {
  co_return step_waiting_for_agent();
}

asio::awaitable<step_outcome> call_api(agent_context& context, permitted_step request) {
  auto question = read_question(request.allowed, request.what.args);
  if (!question) co_return answered_with(question.error().message);
  const auto& servers = context.client.options().images;  // web servers have the same rules
  question->trust = trust_of_option(servers.verify_ca, servers.tls);
  const http_client http(context.io.get_executor(), call_options(request.what.args));
  const auto retries = request.what.args.at("retries").get<int>();
  const auto backoff = request.what.args.at("backoff_factor").get<double>();
  const auto answer = co_await ask_often(http, std::move(*question), retries, backoff);
  co_return answered_with(error_of(answer));
}

}  // namespace ironbus
