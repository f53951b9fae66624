#include "tests/support/agent_fleet/fake_agent.hpp"

#include "messages/base/time.hpp"

#include <algorithm>
#include <array>

namespace ironbus::test {

namespace {

constexpr int oldest_minor = 31;  // what agents take a service for that does not say

/// What follows "KEY=" in the words of a text.
std::string word_after(const std::string& text, const std::string& key) {
  const auto place = text.find(key + "=");
  if (place == std::string::npos) return {};
  const auto begin = place + key.size() + 1;
  return text.substr(begin, text.find_first_of(" \t\r\n", begin) - begin);
}

/// "/v1/x" of "http://host:1/v1/x".
std::string path_of(const std::string& url) {
  const auto host = url.find("://");
  const auto path = host == std::string::npos ? host : url.find('/', host + 3);
  return path == std::string::npos ? std::string{} : url.substr(path);
}

}  // namespace

fake_agent::fake_agent(agent_script script, std::string place, std::string elsewhere,
                       std::string certificate)
    : script_{std::move(script)},
      place_{std::move(place)},
      elsewhere_{std::move(elsewhere)},
      certificate_{std::move(certificate)},
      node_{script_.node} {
  if (script_.up) power_on();
}

void fake_agent::become(mode x) {
  mode_ = x;
  ++life_;
}

void fake_agent::note_call(const char* caller, const std::string& line, unsigned status) {
  if (calls_.size() < script_.calls_kept)
    calls_.push_back(
        {{"at", system_clock{}.now()}, {"from", caller}, {"call", line}, {"status", status}});
}

void fake_agent::forget() {
  end_run("cut off");
  commands_ = json::array();
  cannot_list_ = false;
  ends_all_ = false;
  ends_.reset();
  token_.clear();
  inspection_target_.clear();
  inspected_node_.clear();
  api_minor_ = oldest_minor;
}

void fake_agent::end_run(std::string_view how) {
  if (running_) runs_[*running_]["end"] = how;
  running_.reset();
}

void fake_agent::power_on() {
  forget();
  ++boots_;
  become(mode::looking);
}

void fake_agent::power_off() {
  forget();
  become(mode::off);
}

// -- what it says ---------------------------------------------------------------------------------

std::string fake_agent::boot_target() const {
  auto mac = script_.addresses.empty() ? std::string{} : script_.addresses.front();
  std::replace(mac.begin(), mac.end(), ':', '-');
  return "/v1/boot/pxelinux.cfg/" + mac;
}

void fake_agent::booted(unsigned status, const std::string& script) {
  note_call("agent", "GET " + boot_target(), status);
  if (status != 200 || word_after(script, "ipa-api-url").empty()) return become(mode::disk);
  inspection_target_ = path_of(word_after(script, "ipa-inspection-callback-url"));
}

bool fake_agent::greeted(unsigned status, const json& body) {
  note_call("agent", "GET /", status);
  if (status != 200 || !body.is_object()) return false;
  const auto version = body.value("default_version", json::object()).value("version", "");
  if (version.starts_with("1.")) api_minor_ = std::stoi(version.substr(2));
  return true;
}

std::string fake_agent::version_to_ask(int minor) const {
  return "1." + std::to_string(std::min(api_minor_, minor));
}

json fake_agent::inspection_body() const {
  auto inventory = script_.inventory;
  if (!inventory.contains("interfaces")) {
    inventory["interfaces"] = json::array();
    for (const auto& mac : script_.addresses)
      inventory["interfaces"].push_back({{"name", "eth0"}, {"mac_address", mac}});
  }
  if (!inventory.contains("boot") && !script_.addresses.empty())
    inventory["boot"] = {{"current_boot_mode", "uefi"}, {"pxe_interface", script_.addresses[0]}};
  return {{"inventory", std::move(inventory)}, {"error", nullptr}};
}

void fake_agent::inspected(unsigned status, const json& body) {
  note_call("agent", "POST " + inspection_target_, status);
  if (status != 0 && status != 409 && status < 500) inspection_target_.clear();
  if (status / 100 == 2 && body.is_object()) inspected_node_ = body.value("uuid", "");
}

std::string fake_agent::lookup_target() const {
  std::string macs;
  for (const auto& x : script_.addresses) macs += (macs.empty() ? "" : ",") + x;
  std::string out = "/v1/lookup?addresses=" + macs;
  if (script_.addresses.empty()) out = "/v1/lookup?node_uuid=" + script_.node;
  if (!inspected_node_.empty()) out += "&node_uuid=" + inspected_node_;
  return out;
}

bool fake_agent::looked_up(unsigned status, const json& body) {
  ++lookups_;
  note_call("agent", "GET " + lookup_target(), status);
  if (status != 200 || !body.is_object() || !body.contains("node") || !body.contains("config") ||
      !body["config"].contains("heartbeat_timeout"))
    return false;
  const auto token = body["config"].value("agent_token", "");
  if (token == "******") {  // another has it: an agent can do nothing but lock itself
    ++masked_;
    become(mode::silent);
    return false;
  }
  if (token.size() < 32) return false;
  node_ = body["node"].value("uuid", "");
  token_ = token;
  become(mode::up);
  return true;
}

std::string fake_agent::heartbeat_target() const { return "/v1/heartbeat/" + node_; }

json fake_agent::heartbeat_body() {
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

void fake_agent::heartbeat_answered(unsigned status) {
  note_call("agent", "POST " + heartbeat_target(), status);
  if (status != 202) ++heartbeats_refused_;
}

std::string_view fake_agent::mode_name() const {
  constexpr std::array<std::string_view, 5> names{"off", "looking", "up", "silent", "disk"};
  return names[static_cast<size_t>(mode_)];
}

json fake_agent::summary() const {
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

json fake_agent::report() const {
  auto out = summary();
  out["orders"] = history_;
  out["calls"] = calls_;
  return out;
}

}  // namespace ironbus::test
