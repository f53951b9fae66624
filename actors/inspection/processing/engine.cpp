#include "actors/inspection/processing/engine.hpp"

#include "actors/inspection/processing/node_documents.hpp"
#include "actors/inspection/rules/report.hpp"

namespace ironbus::inspection {

namespace {

/// A trial is an API request, so its limits are lower than those of an inspection.
constexpr rule_limits trial_limits{8 * 1024 * 1024, 1024 * 1024, 10'000, 10'000'000};
constexpr size_t trial_rules_max = 1000;

tl::unexpected<failure> not_read_yet() {
  return fail(error_code::unavailable, "The inspection rules are not loaded yet; try again.");
}

result<std::vector<rule_ptr>> compile_all(const json& rules) {
  if (!rules.is_array() || rules.size() > trial_rules_max)
    return fail(error_code::invalid,
                "'rules' must be a list of at most " + std::to_string(trial_rules_max) + " rules.");
  std::vector<rule_ptr> out;
  for (size_t i = 0; i < rules.size(); ++i) {
    const auto where = "rules/" + std::to_string(i) + ": ";
    auto fields = check_rule(rules[i], rule_origin::user);
    if (!fields) return fail(fields.error().code, where + fields.error().message);
    if ((*fields)["uuid"].is_null()) (*fields)["uuid"] = uuid_of_place(i);
    auto compiled = compile_rule(*fields, rule_origin::user);
    if (!compiled) return fail(compiled.error().code, where + compiled.error().message);
    out.push_back(std::move(*compiled));
  }
  return out;
}

result<std::vector<rule_phase>> read_phases(const std::vector<std::string>& names) {
  std::vector<rule_phase> out;
  for (const auto& name : names) {
    const auto phase = phase_from(name);
    if (!phase)
      return fail(error_code::invalid,
                  "Invalid value for 'phases': " + to_text(name.substr(0, 64)) +
                      "; allowed: early, preprocess, main.");
    out.push_back(*phase);
  }
  if (out.empty()) out = {rule_phase::preprocess, rule_phase::main};
  return out;
}

documents trial_documents(const inspection_trial& trial) {
  if (trial.node) return documents_of(*trial.node, trial.inventory, trial.plugin_data);
  node_snapshot fresh;
  fresh.attributes.uuid = uuid_of_place(0);
  return documents_of(fresh, trial.inventory, trial.plugin_data);
}

/// Runs the parts of a trial up to the first failure.
class trial_run {
public:
  trial_run(const policy& chosen_policy, std::span<const rule_ptr> rules,
            const inspection_trial& trial)
      : policy_(chosen_policy),
        rules_(rules),
        docs_(trial_documents(trial)),
        scope_(trial.node ? scope_of(trial.node->attributes) : chosen_policy.discovery_scope),
        hooks_wanted_(trial.hooks) {}

  json run(const std::vector<rule_phase>& phases) {
    out_ = {{"phases", json::array()}, {"error", nullptr}};
    if (hooks_wanted_) hooks(prepare_hooks);
    for (const auto phase : phases) {
      if (hooks_wanted_ && phase == rule_phase::main) hooks(run_hooks);
      if (out_["error"].is_null()) rules(phase);
    }
    return std::move(out_);
  }

private:
  void hooks(checked (*part)(const hook_list&, hook_context&)) {
    if (!out_["error"].is_null()) return;
    std::vector<log_line> logs;
    hook_context x{docs_, policy_.work, ids_, {}, logs};
    if (const auto ok = part(policy_.hooks, x); !ok) out_["error"] = ok.error().message;
  }

  void rules(rule_phase phase) {
    apply_options options;
    options.mask = policy_.mask;
    options.explain = true;
    options.limits = trial_limits;
    options.calls = {policy_.api_call_hosts, true, {}};
    auto docs = std::move(docs_);
    if (phase == rule_phase::early) docs.node = nullptr;
    auto done = apply_rules(choose_rules(rules_, {phase, scope_, policy_.default_scope}),
                            std::move(docs), options);
    auto report = report_of(done);
    report["phase"] = to_string(phase);
    if (done.failed) out_["error"] = done.failed->message;
    out_["phases"].push_back(std::move(report));
    docs_ = std::move(done.docs);
  }

  const policy& policy_;
  std::span<const rule_ptr> rules_;
  documents docs_;
  std::string scope_;
  bool hooks_wanted_;
  id_source ids_{"a trial"};
  json out_;
};

}  // namespace

engine::engine(policy chosen_policy, std::vector<built_in_rule> built_in)
    : policy_(std::move(chosen_policy)), rules_(built_in) {
  for (auto& x : built_in) {
    auto attributes = std::move(x.attributes);
    attributes["built_in"] = true;
    for (const auto* key : {"created_at", "updated_at"}) attributes.emplace(key, nullptr);
    shown_.push_back(std::move(attributes));
  }
}

result<early_result> engine::apply_early_rules(const json& inventory, json plugin_data) const {
  const auto rules = rules_.now();
  if (!rules) return not_read_yet();
  const auto chosen = choose_rules(*rules, {rule_phase::early, {}, policy_.default_scope});
  early_result out;
  if (chosen.empty()) {
    out.plugin_data = std::move(plugin_data);
    return out;
  }
  documents docs;
  docs.inventory = inventory;
  docs.plugin_data = std::move(plugin_data);
  apply_options options;
  options.mask = policy_.mask;
  auto done = apply_rules(chosen, std::move(docs), options);
  for (auto& line : done.logs) out.logs.emplace_back(std::move(line.level), std::move(line.text));
  if (done.failed) out.rejected = done.failed->message;
  out.plugin_data = std::move(done.docs.plugin_data);
  return out;
}

result<json> engine::try_rules(const inspection_trial& trial) const {
  const auto phases = read_phases(trial.phases);
  if (!phases) return tl::unexpected(phases.error());
  if (trial.rules) {
    const auto rules = compile_all(*trial.rules);
    if (!rules) return tl::unexpected(rules.error());
    return trial_run{policy_, *rules, trial}.run(*phases);
  }
  const auto rules = rules_.now();
  if (!rules) return not_read_yet();
  return trial_run{policy_, *rules, trial}.run(*phases);
}

}  // namespace ironbus::inspection
