#include "tests/unit/actors/node/scenarios/scenario.hpp"

#include "messages/model/snapshot.hpp"
#include "tests/unit/actors/node/scenarios/beginnings.hpp"

#include <sstream>

namespace ironbus::test {

namespace {

constexpr std::string_view indent = "  ";

std::string text_of(const json& document, const char* key) {
  const auto found = document.find(key);
  return found != document.end() && found->is_string() ? found->get<std::string>() : "none";
}

struct event_phrase {
  std::string_view type;
  std::string (*shown)(const json& data);
};

/// The events that a scenario shows; others are tested elsewhere.
constexpr std::array event_phrases{
    event_phrase{"ironbus.provision_state_changed",
                 [](const json& x) {
                   const auto target = text_of(x, "target");
                   return "state: " + text_of(x, "to") + (target == "none" ? "" : ", to " + target);
                 }},
    event_phrase{"ironbus.maintenance_changed",
                 [](const json& x) {
                   return std::string{"maintenance: "} + (x["maintenance"] == true ? "on" : "off") +
                          (x["fault"].is_null() ? "" : ", fault: " + text_of(x, "fault"));
                 }},
    event_phrase{"ironbus.power_action_started",
                 [](const json& x) { return "power is to change: " + text_of(x, "target"); }},
    event_phrase{"ironbus.power_action_failed",
                 [](const json&) { return std::string{"power has not changed"}; }},
    event_phrase{"ironbus.power_state_changed",
                 [](const json& x) { return "power: " + text_of(x, "to"); }},
    event_phrase{"ironbus.power_state_corrected",
                 [](const json& x) { return "power is recorded: " + text_of(x, "to"); }},
    event_phrase{"ironbus.health_changed",
                 [](const json& x) { return "health: " + text_of(x, "to"); }},
    event_phrase{"ironbus.agent_lost",
                 [](const json&) { return std::string{"the agent is lost"}; }},
};

/// The node of a scenario needs no name.
std::string without_uuid(std::string text) {
  constexpr std::string_view named = test_uuid;
  for (auto position = text.find(named); position != std::string::npos; position = text.find(named))
    text.replace(position, named.size(), "NODE");
  return text;
}

std::string show_step(const step_request& request) {
  auto out = request.what.interface + "." + request.what.name;
  if (!request.what.args.empty()) out += " " + to_text(request.what.args);
  return request.id.attempt == 1 ? out : out + ", attempt " + std::to_string(request.id.attempt);
}

std::string show_wait(const wait& wait, timestamp now) {
  auto out = "waits for: " + std::string{to_string(wait.awaited_party)};
  const auto left = [&](timestamp moment) {
    return shown(std::chrono::duration_cast<std::chrono::seconds>(moment - now));
  };
  if (wait.until) out += ", at most " + left(*wait.until);
  if (wait.task) out += ", asks in " + left(wait.task->next_poll);
  return out;
}

/// The results of one line.
class account {
public:
  account(stage& staged, const node_snapshot& before, size_t events)
      : staged_(staged), before_(before), events_(events) {}

  std::string text() {
    tell_answer();
    tell_events();
    tell_requests();
    tell_rest();
    if (!out_.empty()) return std::move(out_);
    add(staged_.node.now() == before_ ? "nothing" : "noted");
    return std::move(out_);
  }

private:
  /// One line, or several of a text, all of them indented.
  void add(const std::string& text) {
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);) out_ += std::string{indent} + line + "\n";
  }

  void tell_answer() {
    if (!staged_.answer) return;
    if (staged_.answer->refused)
      add("refused: " + std::string{to_string(staged_.answer->refused->code)});
    if (staged_.answer->later) add("answered later");
  }

  void tell_events() {
    const auto& all = staged_.node.events();
    for (; events_ < all.size(); ++events_)
      for (const auto& row : event_phrases)
        if (row.type == all[events_].type) add(row.shown(json::parse(all[events_].data.text())));
  }

  void tell_requests() {
    for (const auto& name : staged_.node.asked())
      add("asks: " + (staged_.node.is_out() ? show_step(staged_.node.request()) : name));
    for (auto& probe : staged_.node.probes()) {
      const auto task = probe.task_handle.empty() ? "" : ", task " + probe.task_handle;
      add("asks how it goes: " + show_step(probe) + task);
      staged_.probe = std::move(probe);
    }
  }

  void tell_rest() {
    const auto& now = staged_.node.now();
    if (now.waiting && now.waiting != before_.waiting)
      add(show_wait(*now.waiting, staged_.node.time));
    if (now.attributes.last_error && now.attributes.last_error != before_.attributes.last_error)
      add("error: " + without_uuid(*now.attributes.last_error));
  }

  stage& staged_;
  const node_snapshot& before_;
  size_t events_;
  std::string out_;
};

std::string play(stage& staged, const std::string& line) {
  const auto before = staged.node.now();
  const auto events = staged.node.events().size();
  staged.answer.reset();
  happen(staged, line);
  return account{staged, before, events}.text();
}

}  // namespace

std::string play_scenario(const std::string& text) {
  std::istringstream input{text};
  std::optional<stage> staged;
  std::string out;
  for (std::string line; std::getline(input, line);) {
    if (line.starts_with(indent)) continue;  // its previous results
    out += line + "\n";
    if (line.empty() || line.starts_with("#") || set_up(staged, line)) continue;
    out += play(*staged, line);
  }
  return out;
}

}  // namespace ironbus::test
