#include "actors/inspection/rules/evaluate.hpp"

namespace ironbus::inspection {

namespace {

constexpr size_t warning_bytes_max = 256;

/// Calls `f(sees)` once, or for each item of the loop until it returns false.
template <class F>
checked each_turn(const operation& operation, const evaluation& state, F function) {
  std::vector<std::string> unresolved;
  if (!operation.loops())
    return function(state.sees, unresolved).map([](bool) { return std::monostate{}; });
  const auto items = operation.items({state.sees, state.left, unresolved});
  if (!items) return tl::unexpected(items.error());
  for (const auto& item : *items) {
    state.left.iterate();
    const auto more = function(state.sees.with_item(item), unresolved);
    if (!more) return tl::unexpected(more.error());
    if (!*more) break;
  }
  return {};
}

result<arguments> arguments_of(const operation& operation, const view& sees,
                               const evaluation& state, std::vector<std::string>& unresolved) {
  auto out = operation.evaluate({sees, state.left, unresolved});
  for (const auto& text : unresolved)
    state.works_on.log("warning", std::string{operation.form().name} + ": '" +
                                      text.substr(0, warning_bytes_max) +
                                      "' refers to a missing value; it is kept unchanged");
  unresolved.clear();
  if (state.left.spent())
    return fail(error_code::too_large, "the rules " + std::string{state.left.excess()});
  return out;
}

failure named(std::string_view op, const failure& why) {
  return {why.code, std::string{op} + ": " + why.message};
}

/// Joins the results of the turns: all, or only the first or the last.
struct joined {
  loop_join how;
  std::optional<bool> value;

  /// Adds a turn; returns whether another one can change the result.
  bool take(bool held) {
    value = held;
    switch (how) {
      case loop_join::any: return !held;
      case loop_join::all: return held;
      case loop_join::first: return false;
      default: return true;
    }
  }
  /// An empty loop: "all" holds, "any" does not.
  bool outcome() const { return value.value_or(how == loop_join::all); }
};

}  // namespace

result<bool> holds(const rule_condition& rule_condition, const evaluation& state) {
  joined all{rule_condition.join, {}};
  condition_trace trace{
      (rule_condition.inverted ? "!" : "") + std::string{rule_condition.info->form.name},
      false,
      {}};
  const auto turn = [&](const view& sees, std::vector<std::string>& unresolved) -> result<bool> {
    const auto args = arguments_of(rule_condition.what, sees, state, unresolved);
    if (!args) return tl::unexpected(args.error());
    auto held = rule_condition.info->holds(*args);
    if (!held) return held;
    const bool result = *held != rule_condition.inverted;
    if (state.trace != nullptr)
      trace.turns.push_back({result, args->named(rule_condition.info->form)});
    return all.take(result);
  };
  const auto done = each_turn(rule_condition.what, state, turn);
  if (!done) return tl::unexpected(named(trace.op, done.error()));
  trace.held = all.outcome();
  if (state.trace != nullptr) state.trace->conditions.push_back(std::move(trace));
  return all.outcome();
}

checked perform(const rule_action& rule_action, const evaluation& state) {
  const auto turn = [&](const view& sees, std::vector<std::string>& unresolved) -> result<bool> {
    const auto args = arguments_of(rule_action.what, sees, state, unresolved);
    if (!args) return tl::unexpected(args.error());
    if (auto ok = rule_action.info->run(state.works_on, *args); !ok)
      return tl::unexpected(ok.error());
    return !state.works_on.wanted;
  };
  const auto done = each_turn(rule_action.what, state, turn);
  if (state.trace != nullptr)
    state.trace->actions.push_back(
        {std::string{rule_action.info->form.name}, std::exchange(state.works_on.changes, {})});
  if (!done) return tl::unexpected(named(rule_action.info->form.name, done.error()));
  return {};
}

}  // namespace ironbus::inspection
