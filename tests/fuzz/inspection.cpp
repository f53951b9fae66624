// An agent's data, through the gateway's checks, all hooks and a rule that copies as much as
// possible: the documents stay limited in size, and the node's state does not change.
#include "actors/inspection/processing/process_data.hpp"
#include "gateways/http/ramdisk/inspection_data.hpp"
#include "messages/model/node.hpp"
#include "messages/model/node_parts.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <cstdlib>

namespace {

ironbus::inspection::policy all_hooks_policy() {
  ironbus::inspection::policy_options out;
  out.hooks.clear();
  for (const auto& hook : ironbus::inspection::all_hooks()) out.hooks.emplace_back(hook.name);
  out.work.add = ironbus::inspection::added_ports::all;
  out.work.pci_aliases = {{"8086", "1572", "nic"}};
  return ironbus::inspection::make_policy(out).value();
}

ironbus::inspection::rule_ptr copying_rule() {
  return ironbus::inspection::compile_rule(
             ironbus::json::parse(R"({"uuid": "00000000-0000-0000-0000-000000000001", "actions": [
               {"op": "set-attribute", "args": ["/extra/all", "{inventory}"]},
               {"op": "extend-plugin-data", "args": ["copies", "{plugin_data}"]},
               {"op": "set-attribute", "args": ["/extra/each", "{item}"], "loop": "{inventory[interfaces]}"}]})"),
             ironbus::inspection::rule_origin::user)
      .value();
}

}  // namespace

static void feed_inspection(std::string_view input) {
  using namespace ironbus;
  using namespace ironbus::inspection;
  static const auto policy = all_hooks_policy();
  static const std::vector rules{copying_rule()};
  auto body = parse_json(input, {4096, 25});
  if (!body || !body->is_object()) return;
  auto read = http::read_inspection_data(std::move(*body));
  if (!read) return;
  documents docs;
  docs.node = node{};
  docs.node["properties"]["root_device"] = read->plugin_data.value("hints", json{});
  docs.inventory = std::move(read->inventory);
  docs.plugin_data = std::move(read->plugin_data);
  const auto done = process_data(std::move(docs), {policy, rules, "agent", ""}, id_source{"fuzz"});
  if (weight_of(done.docs.plugin_data) + weight_of(done.docs.node) > 1'000'000) std::abort();
  if (depth_of_value(done.docs.plugin_data) > 45) std::abort();
  if (done.docs.node.at("provision_state") != "enroll") std::abort();
  for (const auto& port : done.docs.ports) static_cast<void>(port.get<ironbus::port>());
}

static const ironbus::fuzz_target inspection_target{"inspection", feed_inspection};
