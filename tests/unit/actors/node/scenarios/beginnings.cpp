#include "tests/unit/actors/node/scenarios/beginnings.hpp"

#include "tests/support/node_fixture/agent_fixture.hpp"

#include <stdexcept>

namespace ironbus::test {

namespace {

/// Everything succeeds until the node is idle.
void settle(node_fixture& node) {
  const auto awaits_agent = [&] {
    return node.now().waiting && node.now().waiting->awaited_party == awaited::agent;
  };
  for (int i = 0; i < 100 && (node.is_out() || awaits_agent()); ++i)
    if (!node.is_out())
      boots(node);
    else if (const auto& op = node.now().current; op && op->steps[op->index].collects_steps)
      answer_with(node, offers(json::object({{"deploy", json::array()}})));
    else
      node.done();
}

struct stop {
  std::string_view state;
  std::vector<const char*> verbs;
};

void bring_to(node_fixture& node, const std::string& state) {
  static const stop stops[]{{"manageable", {"manage"}},
                            {"available", {"manage", "provide"}},
                            {"active", {"manage", "provide", "active"}}};
  for (const auto& row : stops)
    if (row.state == state)
      for (const auto* verb : row.verbs) {
        node.order(verb);
        settle(node);
      }
  if (node.state() != state)
    throw std::invalid_argument("a node is not brought to '" + state + "'");
}

struct rule_phrase {
  std::string_view words;
  void (*set)(node_fixture& x);
};

constexpr std::array rule_phrases{
    rule_phrase{"lost agents are rebooted",
                [](auto& x) { x.options.lost_agent_action = lost_agent::reboot; }},
    rule_phrase{"agents may stay up", [](auto& x) { x.installation.fast_track = true; }},
    rule_phrase{"nodes are not cleaned by themselves",
                [](auto& x) { x.options.automated_clean = false; }},
};

/// A text, or an object without blanks.
json value_of_field(const std::string& text) {
  return text.starts_with('{') ? json::parse(text) : json(text);
}

}  // namespace

bool set_up(std::optional<stage>& staged, const std::string& line) {
  if (line == "node" || line.starts_with("node ")) {
    auto fields = json::object();
    for (const auto& word : words_of(line.substr(4)))
      fields[word.substr(0, word.find('='))] = value_of_field(word.substr(word.find('=') + 1));
    staged = stage{.node = node_fixture{std::move(fields)}};
    return true;
  }
  if (!staged) throw std::invalid_argument("a scenario begins with the line 'node'");
  if (!line.starts_with("given ")) return false;
  const auto rest = line.substr(6);
  for (const auto& row : rule_phrases)
    if (row.words == rest) {
      row.set(staged->node);
      return true;
    }
  bring_to(staged->node, rest);
  staged->node.asked();
  staged->node.probes();
  return true;
}

}  // namespace ironbus::test
