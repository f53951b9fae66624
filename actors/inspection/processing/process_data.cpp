#include "actors/inspection/processing/process_data.hpp"

namespace ironbus::inspection {

namespace {

/// One run through all parts; each leaves the documents for the next.
class processing_run {
public:
  processing_run(documents docs, const processing& with, id_source ids)
      : with_(with), ids_(ids), calls_{with.by.api_call_hosts, false, with.answers} {
    out_.docs = std::move(docs);
  }

  processed run() {
    out_.docs.plugin_data.erase("logs");  // an archive, not data
    if (early_rules() && hooks(prepare_hooks) && rules(rule_phase::preprocess) && hooks(run_hooks))
      rules(rule_phase::main);
    return std::move(out_);
  }

private:
  /// They see no node, although there is one.
  bool early_rules() {
    if (!with_.by_driver) return true;
    auto node = std::exchange(out_.docs.node, nullptr);
    const bool ok = rules(rule_phase::early);
    out_.docs.node = std::move(node);
    return ok;
  }

  bool hooks(checked (*part)(const hook_list&, hook_context&)) {
    if (out_.docs.inventory.is_null()) return true;
    hook_context x{out_.docs, with_.by.work, ids_, with_.taken_macs, out_.logs};
    const auto ok = part(with_.by.hooks, x);
    if (!ok) out_.failed = ok.error();
    return ok.has_value();
  }

  bool rules(rule_phase phase) {
    if (!runs_rules(*with_.by.supported, with_.inspect_interface)) return true;
    const auto scope = phase == rule_phase::early ? std::string{} : with_.scope;
    const auto chosen = choose_rules(with_.rules, {phase, scope, with_.by.default_scope});
    apply_options options;
    options.mask = with_.by.mask;
    options.calls = calls_;
    auto done = apply_rules(chosen, std::move(out_.docs), options);
    out_.docs = std::move(done.docs);
    std::move(done.logs.begin(), done.logs.end(), std::back_inserter(out_.logs));
    out_.failed = std::move(done.failed);
    out_.wanted = std::move(done.wanted);
    auto& left = calls_.answers;  // what is left of them is for the next phase
    left.erase(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(done.calls_answered));
    return !out_.failed && !out_.wanted;
  }

  const processing& with_;
  id_source ids_;
  api_policy calls_;
  processed out_;
};

}  // namespace

processed process_data(documents docs, const processing& with, id_source ids) {
  return processing_run{std::move(docs), with, ids}.run();
}

}  // namespace ironbus::inspection
