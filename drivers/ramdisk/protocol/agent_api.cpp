#include "drivers/ramdisk/protocol/agent_api.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/json.hpp"
#include "drivers/ramdisk/base/text.hpp"

#include <boost/asio.hpp>

#include <utility>

namespace ironbus::ramdisk {

namespace asio = boost::asio;
using nlohmann::json;

namespace {

constexpr std::chrono::milliseconds poll_pause{10};

served_answer json_answer(const json& document, int status = 200) {
  served_answer out;
  out.status = status;
  out.body = text_of(document);
  return out;
}

served_answer refusal(int status, const std::string& text) {
  return json_answer({{"faultcode", status >= 500 ? "Server" : "Client"}, {"faultstring", text}},
                     status);
}

served_answer wrong_path() {
  return refusal(404,
                 "404 Not Found: The requested URL was not found on the server. If you entered the "
                 "URL manually please check your spelling "
                 "and try again.");
}

served_answer wrong_method(const std::string& allowed) {
  auto out =
      refusal(405, "405 Method Not Allowed: The method is not allowed for the requested URL.");
  out.allowed = allowed;
  return out;
}

json link(const std::string& base, const std::string& relation, const std::string& resource,
          bool bookmark) {
  return {{"href", base + (bookmark ? "/" : "/v1/") + resource + "/"}, {"rel", relation}};
}

json version_document(const std::string& base) {
  return {{"id", "v1"},
          {"links",
           {link(base, "self", "v1", true),
            {{"href", base + "/"}, {"rel", "describedby"}, {"type", "text/html"}}}}};
}

json root_document(const std::string& base) {
  return {{"name", "OpenStack Ironic Python Agent API"},
          {"description", "The agent of ironbus, which speaks the protocol of ironic-python-agent"},
          {"versions", {version_document(base)}},
          {"default_version", version_document(base)}};
}

json v1_document(const std::string& base) {
  auto out = version_document(base);
  out["commands"] = {link(base, "self", "commands", false),
                     link(base, "bookmark", "commands", true)};
  out["status"] = {link(base, "self", "status", false), link(base, "bookmark", "status", true)};
  out["media_types"] =
      json::array({{{"base", "application/json"},
                    {"type", "application/vnd.openstack.ironic-python-agent.v1+json"}}});
  return out;
}

json status_document(double started_at) {
  return {{"started_at", started_at}, {"version", IRONBUS_VERSION}};
}

bool wants_to_wait(const served_request& request) {
  return lower(query_value(request.query, "wait")) == "true";
}

asio::awaitable<void> until_done(const ordered_command_ptr& command) {
  const auto executor = co_await asio::this_coro::executor;
  asio::steady_timer timer{executor};
  while (!command->is_done()) {
    timer.expires_after(poll_pause);
    co_await timer.async_wait(asio::use_awaitable);
  }
}

double now() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

std::string query_value(const std::string& query, const std::string& name) {
  for (const auto& part : split(query, '&')) {
    const auto equals = part.find('=');
    if (percent_decoded(part.substr(0, equals)) == name)
      return equals == std::string::npos ? "" : percent_decoded(part.substr(equals + 1));
  }
  return {};
}

agent_api::agent_api(agent_state& state, command_runner& runner)
    : state_{state}, runner_{runner}, started_at_{now()} {}

asio::awaitable<served_answer> agent_api::answer(served_request request) {
  auto path = request.path;
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (path == "/v1" || path == "/v1/commands" || path == "/commands") {
    auto out = refusal(308, "308 Permanent Redirect");
    out.location =
        request.base_url + path + "/" + (request.query.empty() ? "" : "?" + request.query);
    co_return out;
  }
  if (path == "/")
    co_return reads ? json_answer(root_document(request.base_url)) : wrong_method("GET, HEAD");
  if (path == "/v1/")
    co_return reads ? json_answer(v1_document(request.base_url)) : wrong_method("GET, HEAD");
  if (path.rfind("/v1/", 0) == 0) path.erase(0, 3);
  if (path == "/status")
    co_return reads ? json_answer(status_document(started_at_)) : wrong_method("GET, HEAD");
  const std::string start = "/commands/";
  if (path.rfind(start, 0) != 0) co_return wrong_path();
  const auto id = path.substr(start.size());
  if (id.find('/') != std::string::npos) co_return wrong_path();
  const bool orders = request.method == "POST" && id.empty();
  if (!reads && !orders) co_return wrong_method(id.empty() ? "GET, HEAD, POST" : "GET, HEAD");
  co_return co_await commands(request, id);
}

asio::awaitable<served_answer> agent_api::commands(const served_request& request,
                                                   const std::string& id) {
  if (!state_.is_token(query_value(request.query, "agent_token")))
    co_return refusal(401, "401 Unauthorized: Token invalid.");
  std::optional<served_answer> refused;
  try {
    if (request.method == "POST") co_return co_await order(request);
    if (!id.empty()) {
      const auto command = runner_.find(id);
      if (wants_to_wait(request)) co_await until_done(command);
      co_return json_answer(command->document());
    }
    auto list = json::array();
    for (const auto& one : runner_.all()) list.push_back(one->document());
    const json document{{"commands", std::move(list)}};
    co_return json_answer(document);
  } catch (const command_failure& failed) {
    refused = refusal(failed.code, failed.what());
  } catch (const unfit_params& failed) {
    refused = refusal(500, failed.what());
  }
  co_return *refused;
}

asio::awaitable<served_answer> agent_api::order(const served_request& request) {
  const auto body = parse_json(request.body);
  if (!body)
    co_return refusal(400,
                      "400 Bad Request: The browser (or proxy) sent a request that this server "
                      "could not understand.");
  const auto name = text_member(*body, "name");
  const bool fits = body->is_object() && !name.empty() && body->contains("params") &&
                    body->at("params").is_object();
  if (!fits) co_return refusal(400, "400 Bad Request: Missing or invalid name or params");
  const auto command = runner_.execute(name, body->at("params"));
  // Short commands finish before the response.
  if (wants_to_wait(request) || !runner_.takes_time(name)) co_await until_done(command);
  co_return json_answer(command->document());
}

}  // namespace ironbus::ramdisk
