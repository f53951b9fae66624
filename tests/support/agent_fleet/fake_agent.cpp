#include "tests/support/agent_fleet/fake_agent.hpp"

#include "messages/time.hpp"

#include <algorithm>

namespace ironbus::test {

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

void fake_agent::note_call(const char* from, const std::string& line, unsigned status) {
  if (calls_.size() < script_.calls_kept)
    calls_.push_back(
        {{"at", system_clock{}.now()}, {"from", from}, {"call", line}, {"status", status}});
}

void fake_agent::forget() {
  end_run("cut off");
  commands_ = json::array();
  ends_.reset();
  token_.clear();
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

std::string fake_agent::lookup_target() const {
  std::string macs;
  for (const auto& x : script_.addresses) macs += (macs.empty() ? "" : ",") + x;
  std::string out = "/v1/lookup?addresses=" + macs;
  if (script_.addresses.empty()) out = "/v1/lookup?node_uuid=" + script_.node;
  return out;
}

bool fake_agent::looked_up(unsigned status, const json& body) {
  ++lookups_;
  note_call("agent", "GET " + lookup_target(), status);
  if (status != 200 || !body.is_object() || !body.contains("node") || !body.contains("config"))
    return false;
  const auto token = body["config"].value("agent_token", "");
  if (token == "******") {  // another has it: an agent can do nothing but begin again
    ++masked_;
    return false;
  }
  if (token.size() < 32) return false;
  node_ = body["node"].value("uuid", "");
  token_ = token;
  become(mode::up);
  return true;
}

std::string fake_agent::beat_target() const { return "/v1/heartbeat/" + node_; }

json fake_agent::beat_body() {
  ++beats_;
  const bool wrong = beats_ <= script_.wrong_token_beats;
  const bool moved = script_.moves_after_beats != 0 && beats_ > script_.moves_after_beats;
  json out = {{"callback_url", moved ? elsewhere_ : place_},
              {"agent_token", wrong ? std::string(43, 'x') : token_},
              {"agent_version", release}};
  if (!certificate_.empty()) out["agent_verify_ca"] = certificate_;
  return out;
}

void fake_agent::beaten(unsigned status) {
  note_call("agent", "POST " + beat_target(), status);
  if (status != 202) ++beats_refused_;
}

std::string_view fake_agent::mode_name() const {
  constexpr std::array<std::string_view, 4> names{"off", "looking", "up", "silent"};
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
          {"beats", beats_},
          {"beats_refused", beats_refused_},
          {"orders_refused", orders_refused_},
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
