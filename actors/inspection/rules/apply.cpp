#include "actors/inspection/rules/apply.hpp"

#include "actors/inspection/rules/evaluate.hpp"
#include "actors/inspection/rules/rule_metrics.hpp"

namespace ironbus::inspection {

namespace {

/// One run of all rules.
class rule_run {
public:
  rule_run(documents docs, const apply_options& options)
      : options_(options), left_(options.limits), view_{out_.docs, left_, options.calls, {}, {},
                                                        0,         {}} {
    out_.docs = std::move(docs);
  }

  outcome run(std::span<const rule_ptr> rules) {
    for (const auto& x : rules) {
      applied_ = false;
      const auto ok = run_rule(*x);
      if (!ok) fail_in(*x, ok.error());
      count(ok.has_value());
      take_logs(*x);
      if (out_.failed || view_.wanted) break;
    }
    out_.wanted = std::move(view_.wanted);
    out_.calls_answered = view_.calls_seen;
    return std::move(out_);
  }

private:
  checked run_rule(const rule& given) {
    if (options_.explain) out_.trace.push_back({given.uuid, given.sensitive, false, {}, {}, {}});
    const bool masked = options_.mask == mask_mode::always ||
                        (options_.mask == mask_mode::sensitive && !given.sensitive);
    const view sees{out_.docs, masked};
    evaluation state{sees, left_, view_, explained(given)};
    for (const auto& condition : given.conditions) {
      const auto held = holds(condition, state);
      if (!held) return tl::unexpected(held.error());
      if (!*held) return {};
    }
    applied_ = true;
    if (options_.explain) out_.trace.back().applied = true;
    for (const auto& action : given.actions) {
      if (auto ok = perform(action, state); !ok) return ok;
      if (view_.wanted) return {};
    }
    return {};
  }

  /// Not for a run that waits for an api-call, because it runs once more, and not for a trial.
  void count(bool ok) const {
    if (options_.explain || view_.wanted) return;
    if (!ok) return count_rule(rule_result::failed);
    count_rule(applied_ ? rule_result::applied : rule_result::passed_over);
  }

  rule_trace* explained(const rule& x) {
    return options_.explain && !x.sensitive ? &out_.trace.back() : nullptr;
  }

  void fail_in(const rule& given, const failure& why) {
    const auto text = given.sensitive ? "Sensitive inspection rule " + given.uuid + " failed."
                                      : "Inspection rule " + given.uuid + " failed: " + why.message;
    out_.failed = failure{why.code, text};
    if (options_.explain) out_.trace.back().error = text;
  }

  /// The log lines of a sensitive rule may contain secrets, so their text is replaced.
  void take_logs(const rule& rule) {
    for (auto& line : view_.logs) {
      line.text = rule.sensitive ? "sensitive inspection rule " + rule.uuid + " wrote a line"
                                 : "inspection rule " + rule.uuid + ": " + line.text;
      out_.logs.push_back(std::move(line));
    }
    view_.logs.clear();
    view_.changes.clear();
  }

  const apply_options& options_;
  outcome out_;
  bool applied_ = false;  ///< The conditions of the current rule held.
  budget left_;
  node_view view_;
};

}  // namespace

outcome apply_rules(std::span<const rule_ptr> rules, documents docs, const apply_options& options) {
  return rule_run{std::move(docs), options}.run(rules);
}

}  // namespace ironbus::inspection
