#include "actors/inspection/processing/process_data.hpp"

namespace ironbus::inspection {

namespace {

/// One run through all parts; each passes the documents to the next.
class processing_run {
public:
  processing_run(documents docs, const processing& context, id_source ids)
      : processing_(context),
        ids_(ids),
        calls_{context.policy.api_call_hosts, false, context.answers} {
    out_.docs = std::move(docs);
  }

  processed run() {
    out_.docs.plugin_data.erase("logs");  // an archive, not data
    if (early_rules() && hooks(prepare_hooks) && rules(rule_phase::preprocess) && hooks(run_hooks))
      rules(rule_phase::main);
    return std::move(out_);
  }

private:
  /// These rules see no node, although there is one.
  bool early_rules() {
    if (!processing_.by_driver) return true;
    auto node = std::exchange(out_.docs.node, nullptr);
    const bool ok = rules(rule_phase::early);
    out_.docs.node = std::move(node);
    return ok;
  }

  bool hooks(checked (*part)(const hook_list&, hook_context&)) {
    if (out_.docs.inventory.is_null()) return true;
    hook_context x{out_.docs, processing_.policy.work, ids_, processing_.taken_macs, out_.logs};
    const auto ok = part(processing_.policy.hooks, x);
    if (!ok) out_.failed = ok.error();
    return ok.has_value();
  }

  bool rules(rule_phase phase) {
    if (!runs_rules(*processing_.policy.supported, processing_.inspect_interface)) return true;
    const auto scope = phase == rule_phase::early ? std::string{} : processing_.scope;
    const auto chosen =
        choose_rules(processing_.rules, {phase, scope, processing_.policy.default_scope});
    apply_options options;
    options.mask = processing_.policy.mask;
    options.calls = calls_;
    auto done = apply_rules(chosen, std::move(out_.docs), options);
    out_.docs = std::move(done.docs);
    std::move(done.logs.begin(), done.logs.end(), std::back_inserter(out_.logs));
    out_.failed = std::move(done.failed);
    out_.wanted = std::move(done.wanted);
    auto& left = calls_.answers;  // the rest belongs to the next phase
    left.erase(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(done.calls_answered));
    return !out_.failed && !out_.wanted;
  }

  const processing& processing_;
  id_source ids_;
  api_policy calls_;
  processed out_;
};

}  // namespace

processed process_data(documents docs, const processing& run, id_source ids) {
  return processing_run{std::move(docs), run, ids}.run();
}

}  // namespace ironbus::inspection
