// An administrator's rule, and an untrusted inventory: the rule is rejected, or stored so that it
// reads back. Its run ends with documents of limited size.
#include "actors/inspection/rules/apply.hpp"
#include "messages/model/node.hpp"
#include "messages/model/node_parts.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <cstdlib>

namespace {

ironbus::inspection::documents fuzz_documents(const ironbus::json& inventory) {
  ironbus::inspection::documents out;
  out.node = ironbus::node{};
  out.inventory = inventory;
  out.plugin_data = inventory;
  ironbus::port one;
  one.uuid = "11111111-1111-1111-1111-111111111111";
  one.address = "52:54:00:00:00:01";
  out.ports.push_back(one);
  return out;
}

}  // namespace

/// The rule, a null byte, the inventory.
static void feed_rules(std::string_view text) {
  using namespace ironbus;
  using namespace ironbus::inspection;
  const auto half = text.find('\0');
  const auto source = parse_json(text.substr(0, half), {4096, 25});
  if (!source) return;
  const auto checked = check_rule(*source, rule_origin::user);
  if (!checked) return;
  const auto again = check_rule(*checked, rule_origin::user);
  if (!again || *again != *checked) std::abort();
  const auto compiled = compile_rule(*checked, rule_origin::user);
  if (!compiled) std::abort();
  const auto inventory = half == std::string_view::npos
                             ? result<json>{json::object()}
                             : parse_json(text.substr(half + 1), {4096, 25});
  if (!inventory) return;
  apply_options options;
  options.explain = true;
  options.calls.pretend = true;
  options.limits = {1'000'000, 100'000, 1000};
  const auto done = apply_rules(std::vector{*compiled}, fuzz_documents(*inventory), options);
  if (weight_of(done.docs.plugin_data) + weight_of(done.docs.node) > 500'000) std::abort();
  if (depth_of_value(done.docs.plugin_data) > 45) std::abort();
  if (done.docs.node.at("provision_state") != "enroll") std::abort();
}

static const ironbus::fuzz_target rules_target{"rules", feed_rules};
