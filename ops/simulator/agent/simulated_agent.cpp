#include "ops/simulator/agent/simulated_agent.hpp"

#include "messages/base/time.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace ironbus::simulator {

namespace {

constexpr const char* inspection_path = "/v1/continue_inspection";
// Accepted range of the service's heartbeat timeout, in seconds.
constexpr int64_t timeout_min = 1;
constexpr int64_t timeout_max = 86'400;
constexpr int oldest_minor = 31;  // API version assumed for a service that reports none

/// The value of "KEY=" in a text; empty if it is missing.
std::string word_after(const std::string& text, const std::string& key) {
  const auto place = text.find(key + "=");
  if (place == std::string::npos) return {};
  const auto begin = place + key.size() + 1;
  return text.substr(begin, text.find_first_of(" \t\r\n", begin) - begin);
}

/// A member of the service's response; null if it is missing.
json member_of(const json& document, const char* key) {
  return document.is_object() ? document.value(key, json{}) : json{};
}

std::string text_in(const json& document, const char* key) {
  const auto found = member_of(document, key);
  return found.is_string() ? found.get<std::string>() : std::string{};
}

/// "/v1/x" of "http://host:1/v1/x".
std::string path_of(const std::string& url) {
  const auto host = url.find("://");
  const auto path = host == std::string::npos ? host : url.find('/', host + 3);
  return path == std::string::npos ? std::string{} : url.substr(path);
}

}  // namespace

simulated_agent::simulated_agent(agent_script script, std::string place, std::string elsewhere,
                                 std::string certificate)
    : script_{std::move(script)},
      place_{std::move(place)},
      elsewhere_{std::move(elsewhere)},
      certificate_{std::move(certificate)},
      node_{script_.node} {
  if (script_.up) power_on();
}

void simulated_agent::become(mode x) {
  mode_ = x;
  ++life_;
}

void simulated_agent::record_call(const char* caller, const std::string& line, unsigned status) {
  if (calls_.size() < script_.calls_kept)
    calls_.push_back(
        {{"at", system_clock{}.now()}, {"from", caller}, {"call", line}, {"status", status}});
}

void simulated_agent::forget() {
  end_run("cut off");
  commands_ = json::array();
  cannot_list_ = false;
  after_ = after_command::tell;
  heartbeat_refused_ = false;
  ends_.reset();
  token_.clear();
  handed_token_.clear();
  inspection_target_.clear();
  inspected_node_.clear();
  api_minor_ = oldest_minor;
}

void simulated_agent::end_run(std::string_view how) {
  if (running_) runs_[*running_]["end"] = how;
  running_.reset();
}

void simulated_agent::power_on(source origin) {
  forget();
  origin_ = origin;
  if (origin == source::image) inspection_target_ = inspection_path;
  ++boots_;
  become(mode::looking);
}

void simulated_agent::power_off() {
  forget();
  become(mode::off);
}

// -- calls to the service
// ---------------------------------------------------------------------------------

std::string simulated_agent::boot_target() const {
  auto mac = script_.addresses.empty() ? std::string{} : script_.addresses.front();
  std::replace(mac.begin(), mac.end(), ':', '-');
  return "/v1/boot/pxelinux.cfg/" + mac;
}

void simulated_agent::booted(unsigned status, const std::string& script) {
  record_call("agent", "GET " + boot_target(), status);
  if (status != 200 || word_after(script, "ipa-api-url").empty()) return become(mode::disk);
  inspection_target_ = path_of(word_after(script, "ipa-inspection-callback-url"));
}

void simulated_agent::booted_from_iso(const std::string& target,
                                      const std::optional<std::string>& configuration) {
  record_call("machine", "GET " + target, configuration ? 206 : 0);
  if (!configuration) return;
  auto text = *configuration;
  std::erase(text, '\'');
  handed_token_ = word_after(text, "ipa-agent-token");
  inspection_target_ = path_of(word_after(text, "ipa-inspection-callback-url"));
}

bool simulated_agent::greeted(unsigned status, const json& body) {
  record_call("agent", "GET /", status);
  if (status != 200 || !body.is_object()) return false;
  const auto said = text_in(member_of(body, "default_version"), "version");
  if (said.starts_with("1."))
    std::from_chars(said.data() + 2, said.data() + said.size(), api_minor_);
  return true;
}

std::string simulated_agent::version_to_ask(int minor) const {
  return "1." + std::to_string(std::min(api_minor_, minor));
}

json simulated_agent::inspection_body(json found) const {
  auto inventory = std::move(found);
  if (inventory.is_null()) inventory = script_.inventory;
  if (!inventory.contains("interfaces")) {
    inventory["interfaces"] = json::array();
    for (const auto& mac : script_.addresses)
      inventory["interfaces"].push_back({{"name", "eth0"}, {"mac_address", mac}});
  }
  if (!inventory.contains("boot") && !script_.addresses.empty())
    inventory["boot"] = {{"current_boot_mode", "uefi"}, {"pxe_interface", script_.addresses[0]}};
  json out{{"inventory", std::move(inventory)}, {"error", nullptr}};
  // As if there were no root device hints.
  if (const auto disks = member_of(out["inventory"], "disks"); !disks.empty())
    out["root_disk"] = disks[0];
  return out;
}

void simulated_agent::inspected(unsigned status, const json& body) {
  record_call("agent", "POST " + inspection_target_, status);
  if (status != 0 && status != 409 && status < 500) inspection_target_.clear();
  if (status / 100 == 2) inspected_node_ = text_in(body, "uuid");
}

std::string simulated_agent::lookup_target() const {
  std::string macs;
  for (const auto& x : script_.addresses) macs += (macs.empty() ? "" : ",") + x;
  std::string out = "/v1/lookup?addresses=" + macs;
  if (script_.addresses.empty()) out = "/v1/lookup?node_uuid=" + script_.node;
  if (!inspected_node_.empty()) out += "&node_uuid=" + inspected_node_;
  return out;
}

bool simulated_agent::looked_up(unsigned status, const json& body) {
  ++lookups_;
  record_call("agent", "GET " + lookup_target(), status);
  const auto config = member_of(body, "config");
  const auto timeout = member_of(config, "heartbeat_timeout");
  if (status != 200 || !body.contains("node") || !timeout.is_number_integer()) return false;
  auto token = text_in(config, "agent_token");
  if (token == "******" && !handed_token_.empty()) token = handed_token_;
  if (token == "******") {  // another agent has the token; this one locks itself
    ++masked_;
    become(mode::silent);
    return false;
  }
  if (token.size() < 32) return false;
  node_ = text_in(body["node"], "uuid");
  heartbeat_timeout_ =
      std::chrono::seconds{std::clamp(timeout.get<int64_t>(), timeout_min, timeout_max)};
  token_ = token;
  become(mode::up);
  return true;
}

std::string simulated_agent::heartbeat_target() const { return "/v1/heartbeat/" + node_; }

json simulated_agent::heartbeat_body() {
  ++heartbeats_;
  const bool wrong = heartbeats_ <= script_.wrong_token_heartbeats;
  const bool moved =
      script_.moves_after_heartbeats != 0 && heartbeats_ > script_.moves_after_heartbeats;
  json out = {{"callback_url", moved ? elsewhere_ : place_}};
  if (api_minor_ >= 62) out["agent_token"] = wrong ? std::string(43, 'x') : token_;
  if (api_minor_ >= 36) out["agent_version"] = release;
  if (api_minor_ >= 68 && !certificate_.empty()) out["agent_verify_ca"] = certificate_;
  return out;
}

void simulated_agent::heartbeat_answered(unsigned status) {
  record_call("agent", "POST " + heartbeat_target(), status);
  heartbeat_refused_ = status != 202;
  if (heartbeat_refused_) ++heartbeats_refused_;
}

std::string_view simulated_agent::mode_name() const {
  constexpr std::array<std::string_view, 5> names{"off", "looking", "up", "silent", "disk"};
  return names[static_cast<size_t>(mode_)];
}

json simulated_agent::summary() const {
  return {{"node", node_},
          {"mode", mode_name()},
          {"url", place_},
          {"token", token_},
          {"boots", boots_},
          {"lookups", lookups_},
          {"masked", masked_},
          {"heartbeats", heartbeats_},
          {"heartbeats_refused", heartbeats_refused_},
          {"refused", refused_},
          {"steps_run", steps_run_},
          {"runs", runs_}};
}

json simulated_agent::report() const {
  auto out = summary();
  out["orders"] = history_;
  out["calls"] = calls_;
  return out;
}

}  // namespace ironbus::simulator
