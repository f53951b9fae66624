#include "drivers/ramdisk/protocol/service_client.hpp"

#include "drivers/ramdisk/base/json.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/base/text.hpp"

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

namespace ironbus::ramdisk {

using nlohmann::json;

namespace {

using clock = std::chrono::steady_clock;

constexpr int lookup_version = 62;
constexpr int heartbeat_version = 68;
constexpr int agent_version_since = 36;
constexpr int token_since = 62;
constexpr int certificate_since = 68;
constexpr int inspection_attempts = 5;
constexpr double wait_max_seconds = 60;
constexpr std::size_t text_max = 1024;

double chance(double least, double most) {
  static std::mt19937_64 source{std::random_device{}()};
  return std::uniform_real_distribution<double>{least, most}(source);
}

void sleep_seconds(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

std::string header_of(int minor) { return "1." + std::to_string(minor); }

}  // namespace

std::optional<api_version> parse_api_version(const std::string& text) {
  const auto parts = split(text, '.');
  const auto minor = parts.size() == 2 && parts[0] == "1" ? number(parts[1]) : std::nullopt;
  if (!minor || *minor > 100000) return std::nullopt;
  return api_version{static_cast<int>(*minor)};
}

std::string refusal_text(const std::string& body) {
  auto document = parse_json(body);
  if (document && document->is_object() && document->contains("error_message")) {
    const auto inner = document->at("error_message");
    document =
        inner.is_string() ? parse_json(inner.get<std::string>()) : std::optional<json>{inner};
  }
  for (const auto* name : {"faultstring", "title"})
    if (document)
      if (auto text = text_member(*document, name); !text.empty()) return text.substr(0, text_max);
  return body.substr(0, text_max);
}

service_client::service_client(const kernel_parameters& parameters)
    : parameters_{parameters}, urls_{parameters.api_urls}, callbacks_{parameters.callback_urls} {
  if (callbacks_.empty())
    for (const auto& url : urls_) callbacks_.push_back(url + "/v1/continue_inspection");
}

web_answer service_client::ask(std::vector<std::string>& urls, web_request request,
                               const std::string& path) {
  request.headers["Content-Type"] = "application/json";
  request.headers["Accept"] = "application/json";
  if (!parameters_.request_id.empty())
    request.headers["X-OpenStack-Request-ID"] = parameters_.request_id;
  const web_rules rules{parameters_.insecure, parameters_.request_timeout,
                        parameters_.request_timeout, tls_};
  for (std::size_t i = 0; i < urls.size(); ++i) {
    const auto address = parse_web_address(urls[i] + path);
    if (!address) throw web_failure{"'" + urls[i] + "' is not an http or https URL"};
    request.address = *address;
    try {
      auto out = exchange(request, rules);
      std::rotate(urls.begin(), urls.begin() + static_cast<std::ptrdiff_t>(i), urls.end());
      return out;
    } catch (const web_failure& failed) {
      if (i + 1 == urls.size()) throw;
      log_line(failed.what());
    }
  }
  throw web_failure{"no URL of the service is known"};
}

api_version service_client::version() {
  if (version_) return *version_;
  if (parameters_.api_version) version_ = parse_api_version(*parameters_.api_version);
  if (version_) return *version_;
  try {
    const auto document = parse_json(ask(urls_, {}, "/").body);
    if (document)
      version_ =
          parse_api_version(text_member(object_member(*document, "default_version"), "version"));
  } catch (const web_failure& failed) {
    log_line(failed.what());
  }
  return version_.value_or(api_version{});
}

std::optional<service_client::looked_up> service_client::try_lookup(const std::string& path,
                                                                    int& busy_pause) {
  web_request request;
  request.headers["X-OpenStack-Ironic-API-Version"] =
      header_of(std::min(version().minor, lookup_version));
  web_answer answer;
  try {
    answer = ask(urls_, request, path);
  } catch (const web_failure& failed) {
    log_line(failed.what());
    return std::nullopt;
  }
  if (answer.status == 409) {
    busy_pause = busy_pause == 0 ? 5 : busy_pause == 5 ? 10 : 30;
    log_line("the node is locked, waiting: " + refusal_text(answer.body));
    sleep_seconds(busy_pause);
    return std::nullopt;
  }
  if (answer.status != 200) {
    log_line("the service does not know the machine yet: " + std::to_string(answer.status) + " " +
             refusal_text(answer.body));
    return std::nullopt;
  }
  auto document = parse_json(answer.body);
  if (!document || text_member(object_member(*document, "node"), "uuid").empty()) {
    log_line("the service's response contains no node");
    return std::nullopt;
  }
  auto config = object_member(*document, "config");
  if (config.empty()) config["heartbeat_timeout"] = int_member(*document, "heartbeat_timeout", 300);
  return looked_up{object_member(*document, "node"), std::move(config)};
}

std::optional<service_client::looked_up> service_client::look_up(
    const std::vector<std::string>& macs, const std::string& node_uuid) {
  std::string path = "/v1/lookup?addresses=";
  for (const auto& mac : macs) path += (&mac == &macs.front() ? "" : ",") + percent_encoded(mac);
  if (!node_uuid.empty()) path += "&node_uuid=" + percent_encoded(node_uuid);
  const auto deadline = clock::now() + parameters_.lookup_timeout;
  const auto least = static_cast<double>(parameters_.lookup_interval.count());
  double most = least;
  int busy_pause = 0;
  while (clock::now() < deadline) {
    if (auto found = try_lookup(path, busy_pause)) return found;
    sleep_seconds(chance(least, std::max(least, most)));
    most = std::min(most * 2, wait_max_seconds);
  }
  return std::nullopt;
}

bool service_client::send_heartbeat(const heartbeat& sent) {
  const auto minor = version().minor;
  json body{{"callback_url", sent.callback_url}};
  if (minor >= token_since) body["agent_token"] = sent.token.empty() ? json{} : json(sent.token);
  if (minor >= agent_version_since) body["agent_version"] = IRONBUS_VERSION;
  if (minor >= certificate_since && !sent.certificate.empty())
    body["agent_verify_ca"] = sent.certificate;
  web_request request;
  request.method = "POST";
  request.body = text_of(body);
  request.headers["X-OpenStack-Ironic-API-Version"] = header_of(std::min(minor, heartbeat_version));
  try {
    const auto answer = ask(urls_, request, "/v1/heartbeat/" + percent_encoded(sent.node_uuid));
    if (answer.status == 202) return true;
    log_line("heartbeat rejected: " + std::to_string(answer.status) + " " +
             refusal_text(answer.body));
  } catch (const web_failure& failed) {
    log_line(std::string{"heartbeat failed: "} + failed.what());
  }
  return false;
}

std::string service_client::send_inspection(const json& data) {
  web_request request;
  request.method = "POST";
  request.body = text_of(data);
  for (int attempt = 1; attempt <= inspection_attempts; ++attempt) {
    try {
      const auto answer = ask(callbacks_, request, "");
      if (answer.status < 400) {
        const auto document = parse_json(answer.body);
        log_line("the service accepted the inventory");
        return document ? text_member(*document, "uuid") : std::string{};
      }
      log_line("the service rejected the inventory: " + std::to_string(answer.status) + " " +
               refusal_text(answer.body));
      if (answer.status != 409 && answer.status < 500) return {};
    } catch (const web_failure& failed) {
      log_line(failed.what());
    }
    if (attempt < inspection_attempts) sleep_seconds(std::min(5.0 * attempt, 30.0));
  }
  return {};
}

}  // namespace ironbus::ramdisk
