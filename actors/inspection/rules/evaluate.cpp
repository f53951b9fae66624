#include "actors/inspection/rules/evaluate.hpp"

namespace ironbus::inspection {

namespace {

constexpr size_t warning_bytes_max = 256;

/// Calls `f(sees)` once, or once an item of the loop while it returns true.
template <class F>
checked each_turn(const operation& x, const evaluation& with, F f) {
  std::vector<std::string> unresolved;
  if (!x.loops()) return f(with.sees, unresolved).map([](bool) { return std::monostate{}; });
  const auto items = x.items({with.sees, with.left, unresolved});
  if (!items) return tl::unexpected(items.error());
  for (const auto& item : *items) {
    with.left.iterate();
    const auto more = f(with.sees.with_item(item), unresolved);
    if (!more) return tl::unexpected(more.error());
    if (!*more) break;
  }
  return {};
}

result<arguments> arguments_of(const operation& x, const view& sees, const evaluation& with,
                               std::vector<std::string>& unresolved) {
  auto out = x.evaluate({sees, with.left, unresolved});
  for (const auto& text : unresolved)
    with.works_on.log("warning", std::string{x.form().name} + ": '" +
                                     text.substr(0, warning_bytes_max) +
                                     "' names what is not there; it is kept as it stands");
  unresolved.clear();
  if (with.left.spent())
    return fail(error_code::too_large, "the rules " + std::string{with.left.excess()});
  return out;
}

failure named(std::string_view op, const failure& why) {
  return {why.code, std::string{op} + ": " + why.message};
}

/// The items that count: all, or one of the ends.
struct joined {
  loop_join how;
  std::optional<bool> value;

  /// Takes a turn; gives whether another one can change the outcome.
  bool take(bool held) {
    value = held;
    switch (how) {
      case loop_join::any: return !held;
      case loop_join::all: return held;
      case loop_join::first: return false;
      default: return true;
    }
  }
  /// A loop over nothing: all of none hold, and none of none does.
  bool outcome() const { return value.value_or(how == loop_join::all); }
};

}  // namespace

result<bool> holds(const rule_condition& x, const evaluation& with) {
  joined all{x.join, {}};
  condition_trace told{(x.inverted ? "!" : "") + std::string{x.info->form.name}, false, {}};
  const auto turn = [&](const view& sees, std::vector<std::string>& unresolved) -> result<bool> {
    const auto args = arguments_of(x.what, sees, with, unresolved);
    if (!args) return tl::unexpected(args.error());
    auto held = x.info->holds(*args);
    if (!held) return held;
    const bool result = *held != x.inverted;
    if (with.trace != nullptr) told.turns.push_back({result, args->named(x.info->form)});
    return all.take(result);
  };
  const auto done = each_turn(x.what, with, turn);
  if (!done) return tl::unexpected(named(told.op, done.error()));
  told.held = all.outcome();
  if (with.trace != nullptr) with.trace->conditions.push_back(std::move(told));
  return all.outcome();
}

checked perform(const rule_action& x, const evaluation& with) {
  const auto turn = [&](const view& sees, std::vector<std::string>& unresolved) -> result<bool> {
    const auto args = arguments_of(x.what, sees, with, unresolved);
    if (!args) return tl::unexpected(args.error());
    if (auto ok = x.info->run(with.works_on, *args); !ok) return tl::unexpected(ok.error());
    return !with.works_on.wanted;
  };
  const auto done = each_turn(x.what, with, turn);
  if (with.trace != nullptr)
    with.trace->actions.push_back(
        {std::string{x.info->form.name}, std::exchange(with.works_on.changes, {})});
  if (!done) return tl::unexpected(named(x.info->form.name, done.error()));
  return {};
}

}  // namespace ironbus::inspection
